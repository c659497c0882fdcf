import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInNamespaces } from "./support/describe-in-namespaces.ts";
import { isCalled, type MdnsClient, serviceIn } from "./support/mdns-client.ts";
import { type AnnouncedGateway, MAC, MdnsNetworks, RESET_ID } from "./support/mdns-networks.ts";
import type { DnsRecord } from "./support/mdns-packets.ts";
import type { NetworkNamespace } from "./support/network-namespace.ts";

const HOOK_MILLIS = 30_000;
const TYPE = ["_luxgate", "_tcp", "local"];
const HOST = "luxgate-02005e1000ab.local";
const TXT = [`id=${MAC}`, `reset_id=${RESET_ID}`, "model=LG-1", "version=1.2.3"];

const isGoodbye = (records: readonly DnsRecord[]) =>
  records.some(({ type, ttlSeconds }) => type === "PTR" && ttlSeconds === 0);

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

describeInNamespaces("a gateway on two networks, announced by mDNS", () => {
  const networks = new MdnsNetworks();
  let machine: NetworkNamespace;
  let one: MdnsClient;
  let two: MdnsClient;
  let onlyAsks: MdnsClient;
  let gateway: AnnouncedGateway;
  let name = "Luxgate";

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

  test("G61: who listens hears of it unasked, with its port, its MAC address as `id`, its `reset_id` and the address on that network", async () => {
    const common = { name: "Luxgate", port: 8080, host: HOST, txt: TXT };
    expect(serviceIn(await one.next(isCalled("Luxgate")))).toEqual({ ...common, addresses: ["10.71.1.1"] });
    expect(serviceIn(await two.next(isCalled("Luxgate")))).toEqual({ ...common, addresses: ["10.71.2.1"] });
  });

  test("each record is answered by itself", async () => {
    expect(await records(one, ["Luxgate", ...TYPE], "SRV")).toEqual(["8080", HOST]);
    expect(await records(one, ["Luxgate", ...TYPE], "TXT")).toEqual(TXT);
    expect(await records(one, HOST.split("."), "A")).toEqual(["10.71.1.1"]);
  });

  test("an asker hears the address on its own network and no other, however it asks", async () => {
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await one.find("Luxgate"))?.addresses).toEqual(["10.71.1.1"]);
      expect((await one.find("Luxgate", { toMeAlone: true }))?.addresses).toEqual(["10.71.1.1"]);
      expect((await onlyAsks.find("Luxgate"))?.addresses).toEqual(["10.71.1.1"]);
      expect((await two.find("Luxgate", { toMeAlone: true }))?.addresses).toEqual(["10.71.2.1"]);
    }
    expect(addressesHeard(one)).toEqual(["10.71.1.1"]);
    expect(addressesHeard(onlyAsks)).toEqual(["10.71.1.1"]);
    expect(addressesHeard(two)).toEqual(["10.71.2.1"]);
  });

  test("no IPv6 address is announced: HTTP is not there", () => {
    expect([one, two].flatMap(({ heard }) => heard).filter(({ type }) => type === "AAAA")).toEqual([]);
  });

  test("a new name takes the old one's place", async () => {
    name = "Ground floor";
    gateway.rename(name);
    expect((await one.next(isGoodbye)).find(({ type }) => type === "PTR")?.data).toEqual(["Luxgate", ...TYPE]);
    await gateway.state((state) => state.announced && state.name === "Ground floor");
    expect(await two.find("Ground floor")).toMatchObject({ addresses: ["10.71.2.1"], txt: TXT });
  });

  test("it says goodbye on both networks, at once, and leaves nothing behind", async () => {
    const said = await gateway.stop();
    expect(said).toMatchObject({ left: [], stoppedAfterMillis: expect.any(Number) });
    if (said && "stoppedAfterMillis" in said) expect(said.stoppedAfterMillis).toBeLessThan(1_000);
    for (const client of [one, two]) {
      const leaving = await client.next(isGoodbye);
      expect(leaving.find(({ type }) => type === "PTR")?.data).toEqual([name, ...TYPE]);
      expect(leaving.filter(({ ttlSeconds }) => ttlSeconds > 0)).toEqual([]);
    }
  });
});
