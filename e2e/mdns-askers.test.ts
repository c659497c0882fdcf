import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import { type MdnsClient, serviceIn } from "./support/mdns-client.ts";
import { MdnsNetworks } from "./support/mdns-networks.ts";
import type { NetworkNamespace } from "./support/network-namespace.ts";

const HOOK_MILLIS = 30_000;

describeInNamespaces("who is announced to whom by mDNS, and how", () => {
  const networks = new MdnsNetworks();
  let machine: NetworkNamespace;
  let neighbour: NetworkNamespace;
  let client: MdnsClient;
  let onlyAsks: MdnsClient;

  beforeAll(async () => {
    await networks.build();
    machine = networks.namespace();
    neighbour = networks.namespace();
    await networks.connect([machine, "lan", "10.71.1.1/24"], [neighbour, "lan", "10.71.1.2/24"]);
    machine.ip("addr", "add", "10.71.1.9/24", "dev", "lan");
    client = await networks.client(neighbour, "10.71.1.2");
    onlyAsks = await networks.client(neighbour, "10.71.1.2", 0);
  }, HOOK_MILLIS);

  afterAll(async () => {
    await networks.undo();
    networks.remove();
  }, HOOK_MILLIS);

  test("two gateways of one name that start at once are both found, and say which name they got", async () => {
    const gateways = [
      networks.gateway(machine, { mac: "02:00:00:00:00:01", host: "10.71.1.1" }),
      networks.gateway(neighbour, { mac: "02:00:00:00:00:02" }),
    ];
    const names = await Promise.all(gateways.map((gateway) => gateway.announced()));
    expect([...names].sort()).toEqual(["Luxgate", "Luxgate (2)"]);
    for (const [index, name] of names.entries()) {
      expect((await client.find(name))?.txt[0]).toBe(`id=02:00:00:00:00:0${index + 1}`);
    }
    for (const gateway of gateways) await gateway.stop();
  });

  test("a gateway for this machine alone is announced on this machine alone", async () => {
    const inside = await networks.client(machine, "127.0.0.1");
    const alone = networks.gateway(machine, { host: "127.0.0.1", name: "Alone", mac: "02:00:00:00:00:03" });
    const open = networks.gateway(machine, { host: "10.71.1.1", name: "Open", mac: "02:00:00:00:00:04" });
    expect(await alone.announced()).toBe("Alone");
    expect(alone.states).toEqual([{ announced: true, name: "Alone", addresses: ["127.0.0.1"] }]);
    expect(await open.announced()).toBe("Open");
    expect((await inside.find("Alone"))?.addresses).toEqual(["127.0.0.1"]);
    for (let asked = 0; asked < 5; asked += 1) {
      for (const asker of [client, onlyAsks]) expect((await asker.find("Open"))?.addresses).toEqual(["10.71.1.1"]);
    }
    const heard = [...client.heard, ...onlyAsks.heard].map((record) => JSON.stringify(record));
    expect(heard.filter((text) => /Alone|127\.0|000003/.test(text))).toEqual([]);
    await Promise.all([alone, open].map((gateway) => gateway.stop()));
  });

  test("one that listens on an interface's second address is announced there", async () => {
    const gateway = networks.gateway(machine, { host: "10.71.1.9", name: "Second", mac: "02:00:00:00:00:05" });
    await gateway.announced();
    expect((await onlyAsks.find("Second"))?.addresses).toEqual(["10.71.1.9"]);
    await gateway.stop();
  });

  test("type, port and name are those that were chosen, whatever is in the name", async () => {
    const name = "St. Mary's (0) 💡 Größe – ".repeat(5);
    const gateway = networks.gateway(machine, { name, type: "some-lights", port: 18080 });
    const announced = await gateway.announced();
    expect(announced).toBe("St\u2024 Mary's (0) 💡 Größe – St\u2024 Mary's (0) 💡 Gr");
    const type = ["_some-lights", "_tcp", "local"];
    onlyAsks.ask(type, "PTR");
    const heard = await onlyAsks.next((some) => serviceIn(some, type) !== undefined);
    expect(serviceIn(heard, type)).toMatchObject({ name: announced, port: 18080 });
    await gateway.stop();
  });

  test("long names that are the same get a number all the same", async () => {
    const name = "💡".repeat(20);
    const first = networks.gateway(machine, { name, mac: "02:00:00:00:00:06" });
    expect(await first.announced()).toBe("💡".repeat(14));
    const second = networks.gateway(neighbour, { name, mac: "02:00:00:00:00:07" });
    expect(await second.announced()).toBe(`${"💡".repeat(14)} (2)`);
    await Promise.all([first, second].map((gateway) => gateway.stop()));
  });

  test("P5: one that asks 150 times at once is answered some 20 times", async () => {
    const gateway = networks.gateway(machine, { name: "Patient", mac: "02:00:00:00:00:08" });
    await gateway.announced();
    const greedy = await networks.client(neighbour, "10.71.1.2", 0);
    for (let asked = 0; asked < 150; asked += 1) greedy.ask(["_luxgate", "_tcp", "local"], "PTR");
    const answers = () => greedy.heard.filter(({ type }) => type === "PTR").length;
    await expect.poll(answers).toBeGreaterThanOrEqual(20);
    client.ask(["luxgate-020000000008", "local"], "A");
    await client.next(([first]) => first?.type === "A");
    expect(answers()).toBeLessThan(40);
    await gateway.stop();
  });
});
