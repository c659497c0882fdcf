import { describe, expect, test } from "vitest";
import { Announced, LAN, WIFI } from "../../../test/support/network/announced.ts";
import { addressOf, HOST, MdnsNeighbour } from "../../../test/support/network/mdns-neighbour.ts";

const LOOK_MILLIS = 1_000;

const at = (...addresses: readonly string[]) => ({ announced: true, name: "Luxgate", addresses });
const NEARBY = { ...LAN, address: "10.71.1.9" };

/** What was sent, without what was sent twice in a row. */
const steps = (announced: Announced, networkInterface = LAN) =>
  announced.around.sentFrom(networkInterface).filter((step, place, all) => step !== all[place - 1]);

describe("an announcer", () => {
  test("it announces port, MAC address, model and version, and says so", async () => {
    const announced = new Announced();
    expect(announced.announcer.state).toBeUndefined();
    expect(await announced.next()).toEqual(at(LAN.address));
    expect(announced.announcer.state).toEqual(at(LAN.address));
    const service = "Luxgate._luxgate._tcp.local";
    const entries = ["id=02:00:5E:10:00:AB", "reset_id=A0000000-0000-4000-8000-000000000000", "model=LG-1"];
    const host = "luxgate-02005e1000ab.local";
    expect(announced.around.lan.sent.at(-1)?.packet.answers).toMatchObject([
      { name: "_luxgate._tcp.local", type: "PTR", flush: false, data: service },
      { name: service, type: "SRV", flush: true, data: { port: 8080, target: host } },
      { name: service, type: "TXT", flush: true, data: [...entries, "version=1.2.3"].map((text) => Buffer.from(text)) },
      { name: host, type: "A", flush: true, data: LAN.address },
      { name: service, type: "NSEC", data: { rrtypes: ["TXT", "SRV"] } },
      { name: host, type: "NSEC", data: { rrtypes: ["A"] } },
      { name: "_services._dns-sd._udp.local", type: "PTR", flush: false, data: "_luxgate._tcp.local" },
    ]);
  });

  test("no entry of the TXT record is too long", async () => {
    const announced = new Announced({ model: "ä".repeat(200), version: "9".repeat(300) });
    await announced.next();
    const text = announced.around.lan.sent.at(-1)?.packet.answers.find(({ type }) => type === "TXT");
    const cut = [`model=${"ä".repeat(100)}`, `version=${"9".repeat(200)}`];
    expect(text?.data).toEqual(expect.arrayContaining(cut.map((entry) => Buffer.from(entry))));
  });

  test("it says goodbye when it is stopped, and nothing after that", async () => {
    const announced = new Announced();
    await announced.next();
    await announced.announcer.stop();
    await announced.around.pass(100_000, 1_000);
    await announced.announcer.stop();
    expect(steps(announced)).toEqual(["probe Luxgate", "announce Luxgate", "goodbye Luxgate"]);
    expect(announced.states).toHaveLength(1);
    expect(announced.around.lan.openSockets).toBe(0);
  });

  test("a system that does not tell its networks is asked again, and nothing else is harmed", async () => {
    let fault: Error | undefined;
    const announced = new Announced({
      interfaces: () => {
        if (fault) throw fault;
        return [LAN];
      },
    });
    expect(await announced.next()).toEqual(at(LAN.address));
    fault = new Error("no such call");
    expect(await announced.next()).toEqual({ announced: false, reason: "no such call" });
    expect(announced.around.lan.openSockets).toBe(0);
    fault = undefined;
    expect(await announced.next(20_000)).toEqual(at(LAN.address));
  });

  test("it can be stopped before it began", async () => {
    const announced = new Announced();
    await announced.announcer.stop();
    await announced.around.pass(10_000);
    expect(announced.states).toEqual([]);
    expect(announced.around.lan.sent).toEqual([]);
    expect(announced.around.lan.openSockets).toBe(0);
  });

  test("it announces each address on its own network, and both where a network has two", async () => {
    const announced = new Announced({ interfaces: () => [LAN, NEARBY, WIFI] });
    expect(await announced.next()).toEqual(at(LAN.address, NEARBY.address, WIFI.address));
    const addressesFrom = (address: string) =>
      announced.around.lan.sent
        .findLast(({ from }) => from === address)
        ?.packet.answers.filter(({ type }) => type === "A")
        .map(({ data }) => data);
    expect(addressesFrom(LAN.address)).toEqual([LAN.address, NEARBY.address]);
    expect(addressesFrom(NEARBY.address)).toEqual([LAN.address, NEARBY.address]);
    expect(addressesFrom(WIFI.address)).toEqual([WIFI.address]);
  });
});

describe("two networks between which a router repeats what is multicast", () => {
  function repeated() {
    const announced = new Announced({ interfaces: () => [LAN, WIFI] });
    const { lan } = announced.around;
    lan.repeaters = [
      { ...LAN, address: "10.71.1.254" },
      { ...WIFI, address: "10.71.2.254" },
    ];
    return { announced, neighbour: new MdnsNeighbour(lan) };
  }

  test("its own addresses, which come back from the other network, keep it from no name", async () => {
    const { announced } = repeated();
    expect(await announced.next()).toEqual(at(LAN.address, WIFI.address));
    await announced.around.pass(60_000);
    for (const one of [LAN, WIFI]) expect(steps(announced, one)).toEqual(["probe Luxgate", "announce Luxgate"]);
  });

  test("the address of another host under its own name is a conflict, on both", async () => {
    const { announced, neighbour } = repeated();
    expect(await announced.next()).toEqual(at(LAN.address, WIFI.address));
    await announced.around.pass(5_000);
    announced.around.lan.sent.length = 0;
    neighbour.announce([addressOf(HOST, LAN.address), addressOf(HOST, neighbour.address)]);
    await announced.around.pass(5_000);
    for (const one of [LAN, WIFI]) expect(steps(announced, one)).toEqual(["probe Luxgate", "announce Luxgate"]);
  });
});

describe("networks that come and go", () => {
  test("without one nothing is announced, and one that comes is noticed within a second", async () => {
    const announced = new Announced({ host: WIFI.address });
    expect(await announced.next()).toEqual({
      announced: false,
      reason: "this machine does not have the address 10.71.2.1",
    });
    announced.interfaces = [LAN, WIFI];
    await announced.around.pass(LOOK_MILLIS);
    expect(announced.around.lan.openSockets).toBe(1);
    expect(await announced.next()).toEqual(at(WIFI.address));
  });

  test("where they change it is announced anew, without a goodbye", async () => {
    const announced = new Announced();
    expect(await announced.next()).toEqual(at(LAN.address));
    announced.interfaces = [LAN, WIFI];
    expect(await announced.next()).toEqual(at(LAN.address, WIFI.address));
    announced.interfaces = [];
    expect(await announced.next()).toEqual({ announced: false, reason: "this machine is not connected to a network" });
    announced.interfaces = [LAN];
    expect(await announced.next()).toEqual(at(LAN.address));
    const once = ["probe Luxgate", "announce Luxgate"];
    expect(steps(announced)).toEqual([...once, ...once, ...once]);
  });

  test("where they stay nothing is done", async () => {
    const announced = new Announced();
    await announced.next();
    announced.interfaces = [{ ...LAN }];
    await announced.around.pass(50_000, 100);
    await announced.announcer.stop();
    expect(steps(announced)).toEqual(["probe Luxgate", "announce Luxgate", "goodbye Luxgate"]);
    expect(announced.states).toHaveLength(1);
  });
});

test("a gateway that became another one is announced anew as that one", async () => {
  const announced = new Announced();
  await announced.next();
  announced.announcer.identify("B0000000-0000-4000-8000-000000000000");
  await announced.around.pass(3_000);
  const resetIds = announced.around.lan.sent
    .flatMap(({ packet }) => packet.answers)
    .flatMap(({ type, ttl, data }) => (type === "TXT" ? [`${/reset_id=(.)/.exec(String(data))?.[1]} for ${ttl}`] : []));
  expect(resetIds).toEqual(["A for 4500", "A for 0", "B for 4500", "B for 4500"]);
});

describe("names", () => {
  test("a name that another gateway has is told with its number, and kept while networks change", async () => {
    const first = new Announced();
    await first.next();
    first.interfaces = [LAN, WIFI];
    await first.next();
    const second = new Announced({ mac: "02:00:5E:10:00:AC", resetId: "B" }, first.around);
    second.interfaces = [NEARBY];
    expect(await second.next()).toMatchObject({ name: "Luxgate (2)", addresses: [NEARBY.address] });
    second.interfaces = [{ ...WIFI, address: "10.71.2.9" }];
    expect(await second.next()).toMatchObject({ name: "Luxgate (2)", addresses: ["10.71.2.9"] });
  });

  test("a new name is announced after a goodbye for the old one", async () => {
    const announced = new Announced();
    await announced.next();
    announced.announcer.rename("Ground floor");
    expect(await announced.next()).toMatchObject({ announced: true, name: "Ground floor" });
    expect(steps(announced)).toEqual([
      "probe Luxgate",
      "announce Luxgate",
      "goodbye Luxgate",
      "probe Ground floor",
      "announce Ground floor",
    ]);
  });

  test("the same name is no new one, even where it got a number", async () => {
    const first = new Announced();
    await first.next();
    const second = new Announced({ mac: "02:00:5E:10:00:AC", resetId: "B" }, first.around);
    second.interfaces = [NEARBY];
    await second.next();
    second.announcer.rename(" Luxgate ");
    await first.around.pass(5_000);
    expect(second.states).toHaveLength(1);
    expect(first.around.sentFrom(NEARBY).filter((step) => step.startsWith("goodbye"))).toEqual([]);
  });
});
