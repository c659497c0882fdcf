import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MdnsClient, serviceIn } from "./support/mdns-client.ts";
import { type AnnouncedGateway, MAC, MdnsNetworks } from "./support/mdns-networks.ts";
import type { DnsRecord } from "./support/mdns-packets.ts";
import { type NetworkNamespace, whyNoNamespaces } from "./support/network-namespace.ts";

const HOOK_MILLIS = 30_000;
const TYPE = ["_luxgate", "_tcp", "local"];
const HOST = "luxgate-02005e1000ab.local";
const TXT = [`id=${MAC}`, "model=LG-1", "version=1.2.3"];

const isGoodbye = (records: readonly DnsRecord[]) =>
  records.some(({ type, ttlSeconds }) => type === "PTR" && ttlSeconds === 0);

const isCalled = (name: string) => (heard: readonly DnsRecord[]) => serviceIn(heard, "luxgate")?.name === name;

/** A gateway as a client finds it that asks once for all of them. */
async function find(client: MdnsClient, name: string, how: { readonly toMeAlone?: boolean } = {}) {
  client.ask(TYPE, "PTR", how);
  return serviceIn(await client.next(isCalled(name)), "luxgate");
}

/** What a client finds under a name, by a question for one kind of record. */
async function records(
  client: MdnsClient,
  name: readonly string[],
  type: "SRV" | "TXT" | "A",
): Promise<readonly string[]> {
  client.ask(name, type);
  const answers = await client.next((heard) => heard[0]?.type === type && heard[0].name.join() === name.join());
  return answers[0]?.data ?? [];
}

/** The addresses of gateways that a client heard of until now. */
const addressesHeard = (client: MdnsClient): readonly string[] => [
  ...new Set(client.heard.filter(({ type }) => type === "A").flatMap(({ data }) => data)),
];

const obstacle = whyNoNamespaces();
if (obstacle !== undefined) console.warn(`mDNS is not tested: ${obstacle}.`);
const title = (text: string) => (obstacle === undefined ? text : `${text} (skipped: ${obstacle})`);

describe.skipIf(obstacle !== undefined)(title("a gateway on two networks, announced by mDNS"), () => {
  const networks = new MdnsNetworks();
  let machine: NetworkNamespace;
  let one: MdnsClient;
  let two: MdnsClient;
  let onlyAsks: MdnsClient;
  let gateway: AnnouncedGateway;

  beforeAll(async () => {
    await networks.build();
    machine = networks.namespace();
    const neighbours = [networks.namespace(), networks.namespace()] as const;
    await networks.connect([machine, "lan1", "10.71.1.1/24"], [neighbours[0], "lan", "10.71.1.2/24"]);
    await networks.connect([machine, "lan2", "10.71.2.1/24"], [neighbours[1], "lan", "10.71.2.2/24"]);
    one = await networks.client(neighbours[0], "10.71.1.2");
    two = await networks.client(neighbours[1], "10.71.2.2");
    onlyAsks = await networks.client(neighbours[0], "10.71.1.2", 0);
    gateway = networks.gateway(machine);
    await gateway.announced();
  }, HOOK_MILLIS);

  afterAll(async () => {
    await networks.undo();
    networks.remove();
  }, HOOK_MILLIS);

  test("it says under which name, and at which addresses", () => {
    expect(gateway.states).toEqual([{ announced: true, name: "Luxgate", addresses: ["10.71.1.1", "10.71.2.1"] }]);
  });

  test("who listens hears of it unasked, with its port, its MAC address as `id` and the address on that network", async () => {
    const common = { name: "Luxgate", port: 8080, host: HOST, txt: TXT };
    expect(serviceIn(await one.next(isCalled("Luxgate")), "luxgate")).toEqual({ ...common, addresses: ["10.71.1.1"] });
    expect(serviceIn(await two.next(isCalled("Luxgate")), "luxgate")).toEqual({ ...common, addresses: ["10.71.2.1"] });
  });

  test("each record is answered by itself", async () => {
    expect(await records(one, ["Luxgate", ...TYPE], "SRV")).toEqual(["8080", HOST]);
    expect(await records(one, ["Luxgate", ...TYPE], "TXT")).toEqual(TXT);
    expect(await records(one, HOST.split("."), "A")).toEqual(["10.71.1.1"]);
  });

  test("an asker hears the address on its own network and no other, however it asks", async () => {
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await find(one, "Luxgate"))?.addresses).toEqual(["10.71.1.1"]);
      expect((await find(one, "Luxgate", { toMeAlone: true }))?.addresses).toEqual(["10.71.1.1"]);
      expect((await find(onlyAsks, "Luxgate"))?.addresses).toEqual(["10.71.1.1"]);
      expect((await find(two, "Luxgate", { toMeAlone: true }))?.addresses).toEqual(["10.71.2.1"]);
    }
    expect(addressesHeard(one)).toEqual(["10.71.1.1"]);
    expect(addressesHeard(onlyAsks)).toEqual(["10.71.1.1"]);
    expect(addressesHeard(two)).toEqual(["10.71.2.1"]);
  });

  test("no IPv6 address is announced: HTTP is not there", () => {
    expect([one, two].flatMap(({ heard }) => heard).filter(({ type }) => type === "AAAA")).toEqual([]);
  });

  test("a new name takes the old one's place", async () => {
    gateway.rename("Ground floor");
    expect((await one.next(isGoodbye)).find(({ type }) => type === "PTR")?.data).toEqual(["Luxgate", ...TYPE]);
    await gateway.state((state) => state.announced && state.name === "Ground floor");
    expect(await find(two, "Ground floor")).toMatchObject({ addresses: ["10.71.2.1"], txt: TXT });
  });

  test("it says goodbye on both networks, at once, and leaves nothing behind", async () => {
    const said = await gateway.stop();
    expect(said).toMatchObject({ left: [], stoppedAfterMillis: expect.any(Number) });
    if (said && "stoppedAfterMillis" in said) expect(said.stoppedAfterMillis).toBeLessThan(1_000);
    for (const client of [one, two]) {
      const leaving = await client.next(isGoodbye);
      expect(leaving.find(({ type }) => type === "PTR")?.data).toEqual(["Ground floor", ...TYPE]);
      expect(leaving.filter(({ ttlSeconds }) => ttlSeconds > 0)).toEqual([]);
    }
  });
});

describe.skipIf(obstacle !== undefined)(title("who is announced to whom by mDNS"), () => {
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
      expect((await find(client, name))?.txt[0]).toBe(`id=02:00:00:00:00:0${index + 1}`);
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
    expect((await find(inside, "Alone"))?.addresses).toEqual(["127.0.0.1"]);
    for (let asked = 0; asked < 5; asked += 1) {
      for (const asker of [client, onlyAsks]) expect((await find(asker, "Open"))?.addresses).toEqual(["10.71.1.1"]);
    }
    const heard = [...client.heard, ...onlyAsks.heard].map((record) => JSON.stringify(record));
    expect(heard.filter((text) => /Alone|127\.0|000003/.test(text))).toEqual([]);
    await Promise.all([alone, open].map((gateway) => gateway.stop()));
  });

  test("one that listens on a card's second address is announced there", async () => {
    const gateway = networks.gateway(machine, { host: "10.71.1.9", name: "Second", mac: "02:00:00:00:00:05" });
    await gateway.announced();
    expect((await find(onlyAsks, "Second"))?.addresses).toEqual(["10.71.1.9"]);
    await gateway.stop();
  });

  test("type, port and name are those that were chosen, whatever is in the name", async () => {
    const name = "St. Mary's (0) 💡 Größe – ".repeat(5);
    const gateway = networks.gateway(machine, { name, type: "some-lights", port: 18080 });
    const announced = await gateway.announced();
    expect(announced).toBe("St\u2024 Mary's (0) 💡 Größe – St\u2024 Mary's (0) 💡 Gr");
    onlyAsks.ask(["_some-lights", "_tcp", "local"], "PTR");
    const heard = await onlyAsks.next((some) => serviceIn(some, "some-lights") !== undefined);
    expect(serviceIn(heard, "some-lights")).toMatchObject({ name: announced, port: 18080 });
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
});
