import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { LineProcess } from "./support/line-process.ts";
import { NetworkNamespace, whyNoNamespaces } from "./support/network-namespace.ts";

const PROGRAM = fileURLToPath(new URL("../dist/luxgate.js", import.meta.url));

const undoing: (() => unknown)[] = [];

/** A network of its own with one interface. */
async function machine(): Promise<NetworkNamespace> {
  const namespace = new NetworkNamespace();
  undoing.push(() => namespace.remove());
  namespace.ip("link", "set", "lo", "up");
  namespace.ip("link", "add", "lan", "type", "veth", "peer", "name", "far");
  namespace.ip("addr", "add", "10.72.1.1/24", "dev", "lan");
  namespace.ip("link", "set", "lan", "up");
  namespace.ip("link", "set", "far", "up");
  await namespace.interfaceIsUp("lan");
  return namespace;
}

function start(namespace: NetworkNamespace, ...program: readonly string[]): LineProcess {
  const { command, args } = namespace.command(process.execPath, ...program);
  const started = new LineProcess(command, args);
  undoing.push(() => started.stop());
  return started;
}

/** A gateway with its usual ports, once it serves. */
async function serveIn(namespace: NetworkNamespace, ...options: readonly string[]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "luxgate-doctor-"));
  undoing.push(() => rmSync(dataDir, { recursive: true, force: true }));
  await start(namespace, PROGRAM, "serve", "--data-dir", dataDir, ...options).line(/is ready at/);
}

function doctor(namespace: NetworkNamespace, ...options: readonly string[]): { text: string; code: number | null } {
  const { command, args } = namespace.command(process.execPath, PROGRAM, "doctor", "--wait=0.5", ...options);
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: "utf8" });
  return { text: stdout + stderr, code: status };
}

const obstacle = whyNoNamespaces();
if (obstacle !== undefined) console.warn(`luxgate doctor is not tested on networks: ${obstacle}.`);

describe.skipIf(obstacle !== undefined)(
  `luxgate doctor${obstacle === undefined ? "" : ` (skipped: ${obstacle})`}`,
  () => {
    afterEach(async () => {
      for (const step of undoing.splice(0).reverse()) await step();
    });

    test("on a network with a gateway finds nothing in the way, and says what is announced where", async () => {
      const namespace = await machine();
      await serveIn(namespace);
      const { text, code } = doctor(namespace);
      expect(text).toMatch(/lan\s+network\s+10\.72\.1\.1\/24\s+10\.72\.1\.1\s+received/);
      expect(text).toMatch(/✓ Luxgate \(process \d+\) listens on UDP port 9001\./);
      expect(text).toMatch(/✓ Luxgate on this machine answers and announces 10\.72\.1\.1\./);
      expect(code).toBe(0);
    });

    test.each([
      ["--advertise-ip", "10.72.1.77", /· Luxgate on this machine answers and announces 10\.72\.1\.77\./],
      ["--advertise-ip", "172.17.0.9", /✗ Luxgate on this machine answers and announces 172\.17\.0\.9\./],
      ["--host", "127.0.0.1", /✗ Luxgate on this machine answers and announces 127\.0\.0\.1\./],
    ])("does not call a gateway silent that answers with %s %s", async (flag, address, told) => {
      const namespace = await machine();
      await serveIn(namespace, flag, address);
      const { text } = doctor(namespace);
      expect(text).toMatch(told);
      expect(text).not.toMatch(/does not answer|No gateway/);
    });

    test("names a program that holds the port, and exits with 1", async () => {
      const namespace = await machine();
      const squat = `require("dgram").createSocket("udp4").bind(9001, () => console.log("here"))`;
      await start(namespace, "-e", squat).line(/here/);
      const { text, code } = doctor(namespace);
      expect(text).toMatch(/✗ UDP port 9001 is used by node \(process \d+\), and no gateway answers there\./);
      expect(text).toContain("Discovery has 1 problem.");
      expect(code).toBe(1);
    });

    test("tells when broadcasts do not come back, and when there is no network at all", async () => {
      const namespace = await machine();
      namespace.ip("route", "del", "table", "local", "broadcast", "10.72.1.255", "dev", "lan");
      const deaf = doctor(namespace);
      expect(deaf.text).toMatch(/✗ Broadcasts to 10\.72\.1\.255 \(lan\) are not received\./);
      expect(deaf.code).toBe(1);
      namespace.ip("addr", "flush", "dev", "lan");
      const alone = doctor(namespace, "--json");
      expect(JSON.parse(alone.text).findings).toContainEqual(
        expect.objectContaining({
          level: "problem",
          what: "This machine is not on a network that supports broadcasts.",
        }),
      );
      expect(alone.code).toBe(1);
    });
  },
);
