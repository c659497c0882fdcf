import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import { LineProcess } from "./support/line-process.ts";
import { isCalled, type MdnsClient, serviceIn } from "./support/mdns-client.ts";
import { MdnsNetworks } from "./support/mdns-networks.ts";
import { NamespaceAgent } from "./support/namespace-agent.ts";
import type { NetworkNamespace } from "./support/network-namespace.ts";

const PROGRAM = fileURLToPath(new URL("../dist/luxgate.js", import.meta.url));
const HOOK_MILLIS = 30_000;
const SOME_LIGHTS = ["_some-lights", "_tcp", "local"];

describeInNamespaces("the program, announced by mDNS", () => {
  const networks = new MdnsNetworks();
  let machine: NetworkNamespace;
  let neighbour: NetworkNamespace;
  let client: MdnsClient;
  let dataDir: string;
  const processes: LineProcess[] = [];

  const luxgateIn = (namespace: NetworkNamespace, folder: string, ...args: readonly string[]): LineProcess => {
    const { command, args: before } = namespace.command(process.execPath, PROGRAM);
    const program = new LineProcess(command, [...before, ...args, "--data-dir", folder]);
    processes.push(program);
    return program;
  };
  const luxgate = (...args: readonly string[]): LineProcess => luxgateIn(machine, dataDir, ...args);

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "luxgate-mdns-"));
    machine = networks.namespace();
    neighbour = networks.namespace();
    await networks.connect([machine, "lan", "10.71.1.1/24"], [neighbour, "lan", "10.71.1.2/24"]);
    client = await networks.client(neighbour, "10.71.1.2");
  }, HOOK_MILLIS);

  afterEach(async () => {
    await Promise.all(processes.splice(0).map((program) => program.stop()));
    await networks.undo();
    rmSync(dataDir, { recursive: true, force: true });
  }, HOOK_MILLIS);

  test("what clients find is the MAC address of discovery, and HTTP answers at the address and the port", async () => {
    const program = luxgate("serve", "--http-port", "18080");
    const [, mac] = /as ((?:[0-9A-F]{2}:?){6})/.exec(await program.line(/discovery/)) ?? [];
    const found = await client.next(isCalled("Luxgate")).then((records) => serviceIn(records));
    expect(found).toMatchObject({ port: 18080, addresses: ["10.71.1.1"] });
    expect(found?.txt).toEqual([
      `id=${mac}`,
      expect.stringMatching(/^reset_id=[0-9A-F-]{36}$/),
      "model=LG-1",
      expect.stringMatching(/^version=\d/),
    ]);
    const agent = new NamespaceAgent(neighbour);
    expect((await agent.get(`http://${found?.addresses[0]}:${found?.port}/clip/v2/resource/light`)).status).toBe(200);
    await agent.stop();
    expect(await luxgate("status").line(/mdns/)).toMatch("Luxgate, at 10.71.1.1");
  });

  test("another name for the gateway is announced at once", async () => {
    luxgate("serve");
    await client.next(isCalled("Luxgate"));
    luxgate("device", "rename", "Luxgate", "Ground floor");
    await client.next(isCalled("Ground floor"));
  });

  test("a new name that another gateway has gets a number, and the log says whose name that is", async () => {
    luxgateIn(
      neighbour,
      join(dataDir, "neighbour"),
      "serve",
      "--mdns-name",
      "Ground floor",
      "--mac",
      "02:00:00:00:00:02",
    );
    await client.next(isCalled("Ground floor"));
    const program = luxgate("serve", "--mac", "02:00:00:00:00:01");
    await client.next(isCalled("Luxgate"));
    luxgate("device", "rename", "Luxgate", "Ground floor");
    expect(await program.line(/Announced by mDNS as/)).toMatch(
      'Announced by mDNS as "Ground floor (2)": another gateway is called "Ground floor".',
    );
  });

  test("name and type can be chosen", async () => {
    luxgate("serve", "--mdns-name", "Attic", "--mdns-type", "_some-lights");
    const records = await client.next((heard) => serviceIn(heard, SOME_LIGHTS) !== undefined);
    expect(serviceIn(records, SOME_LIGHTS)).toMatchObject({ name: "Attic", port: 8080 });
  });

  test("a type that cannot be is refused with what was expected", async () => {
    const program = luxgate("serve", "--mdns-type", "_luxgate._udp");
    expect(await program.line(/mdns-type/)).toMatch("Expected a service over TCP, such as _luxgate._tcp.");
  });

  test("with --no-mdns nothing is announced", async () => {
    const program = luxgate("serve", "--no-mdns");
    await program.line(/kill -USR2/);
    expect(await luxgate("status").line(/mdns/)).toMatch("off: disabled");
    expect(client.heard).toEqual([]);
  });

  test("where port 5353 is taken HTTP serves on, and the log says so", async () => {
    const script = 'require("dgram").createSocket("udp4").bind(5353, () => console.log("held"))';
    const { command, args } = machine.command(process.execPath, "-e", script);
    const holder = new LineProcess(command, args);
    processes.push(holder);
    await holder.line(/held/);
    const program = luxgate("serve");
    expect(await program.line(/mDNS/)).toMatch("Not announced by mDNS: another program uses UDP port 5353.");
    await program.line(/is ready at/);
  });
});
