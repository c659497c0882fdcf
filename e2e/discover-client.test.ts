import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import { LineProcess } from "./support/line-process.ts";
import { NetworkNamespace } from "./support/network-namespace.ts";

const PROGRAM = fileURLToPath(new URL("../dist/luxgate.js", import.meta.url));
const AT_WORK = fileURLToPath(new URL("support/client-at-work.mjs", import.meta.url));
const HOOK_MILLIS = 60_000;
const MACS = ["02:00:5E:10:00:01", "02:00:5E:10:00:02"] as const;

describeInNamespaces("a client with two interfaces, and a gateway on the network behind each", () => {
  const undoing: (() => unknown)[] = [];
  const folder = mkdtempSync(join(tmpdir(), "luxgate-client-"));
  let gateways: readonly NetworkNamespace[] = [];
  let client: LineProcess;

  const namespace = (): NetworkNamespace => {
    const made = new NetworkNamespace();
    undoing.push(() => made.remove());
    made.ip("link", "set", "lo", "up");
    return made;
  };

  const start = (where: NetworkNamespace, ...program: readonly string[]): LineProcess => {
    const { command, args } = where.command(process.execPath, ...program);
    const started = new LineProcess(command, args);
    undoing.push(() => started.stop());
    return started;
  };

  beforeAll(async () => {
    undoing.push(() => rmSync(folder, { recursive: true, force: true }));
    const home = namespace();
    gateways = MACS.map(namespace);
    for (const [index, gateway] of gateways.entries()) {
      const networkInterface = `lan${index + 1}`;
      home.ip("link", "add", networkInterface, "type", "veth", "peer", "name", "lan", "netns", gateway.name);
      home.ip("addr", "add", `10.72.${index + 1}.2/24`, "dev", networkInterface);
      gateway.ip("addr", "add", `10.72.${index + 1}.1/24`, "dev", "lan");
      home.ip("link", "set", networkInterface, "up");
      gateway.ip("link", "set", "lan", "up");
      await Promise.all([home.interfaceIsUp(networkInterface), gateway.interfaceIsUp("lan")]);
      const dataDir = join(folder, networkInterface);
      const serve = start(gateway, PROGRAM, "serve", "--data-dir", dataDir, "--mac", MACS[index] ?? "", "--no-mdns");
      await serve.line(/is ready at/);
    }
    const { bundleClient } = await import(new URL("../tools/bundle-client.mjs", import.meta.url).href);
    const file = join(folder, "client.mjs");
    await bundleClient({ entry: "src/libraries/client/index.ts", file, platform: "node" });
    client = start(home, AT_WORK, file);
  }, HOOK_MILLIS);

  afterAll(async () => {
    for (const step of undoing.reverse()) await step();
  }, HOOK_MILLIS);

  test("discover finds both at once, each at its address on the client's side, and both can be spoken to", async () => {
    expect(await client.line(/^found 02:00:5E:10:00:01/)).toBe(`found ${MACS[0]} 10.72.1.1 11 lights`);
    expect(await client.line(/^found 02:00:5E:10:00:02/)).toBe(`found ${MACS[1]} 10.72.2.1 11 lights`);
    expect(await client.line(/^all/)).toBe("all 2");
    for (const mac of MACS) await client.line(new RegExp(`^${mac} snapshot 11 lights`));
  });

  test("a gateway that gets another address is found again there, and followed on", async () => {
    gateways[0]?.ip("addr", "del", "10.72.1.1/24", "dev", "lan");
    gateways[0]?.ip("addr", "add", "10.72.1.9/24", "dev", "lan");
    expect(await client.line(/^02:00:5E:10:00:01 events .*10\.72\.1\.9/)).toBe(
      `${MACS[0]} events http://10.72.1.9:8080`,
    );
  });
});
