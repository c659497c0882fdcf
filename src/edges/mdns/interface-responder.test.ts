import { describe, expect, test } from "vitest";
import { Announced, LAN } from "../../../test/support/network/announced.ts";
import { HOST, locationOf, MdnsNeighbour, SERVICE_TYPE } from "../../../test/support/network/mdns-neighbour.ts";

const SERVICE = `Luxgate.${SERVICE_TYPE}`;
const ENUMERATION = "_services._dns-sd._udp.local";
const POINTER = { name: SERVICE_TYPE, type: "PTR", data: SERVICE };
const PTR_ANSWER = { answers: [POINTER], additionals: ["SRV", "TXT", "NSEC", "A", "NSEC"].map((type) => ({ type })) };

/** A gateway that was announced a while ago, and somebody who asks. */
async function announced(interfaces = [LAN]) {
  const { around } = new Announced({ interfaces: () => interfaces });
  await around.pass(5_000);
  around.lan.sent.splice(0);
  return { around, neighbour: new MdnsNeighbour(around.lan) };
}

describe("a query", () => {
  test("for the type is answered with the service and all that leads to it, after 20 to 120 ms", async () => {
    const { around, neighbour } = await announced();
    neighbour.ask(SERVICE_TYPE, "PTR");
    await around.pass(20, 1);
    expect(around.lan.sent).toEqual([]);
    await around.pass(101, 1);
    expect(around.lan.sent).toMatchObject([{ packet: PTR_ANSWER }]);
  });

  test.each([
    [SERVICE, "SRV", ["SRV"], ["A", "NSEC"]],
    [SERVICE, "TXT", ["TXT"], []],
    [SERVICE, "ANY", ["SRV", "TXT"], ["A", "NSEC"]],
    [SERVICE.toUpperCase(), "TXT", ["TXT"], []],
    [HOST, "A", ["A"], ["NSEC"]],
    [HOST, "AAAA", ["NSEC"], []],
    [HOST, "UNKNOWN_65", ["NSEC"], []],
    [ENUMERATION, "PTR", ["PTR"], []],
  ])("for %s %s is answered with %j and %j", async (name, type, answers, additionals) => {
    const { around, neighbour } = await announced();
    neighbour.ask(name, type);
    await around.pass(200);
    const typesOf = (records: readonly { readonly type: string }[] = []) => records.map((record) => record.type);
    expect(typesOf(around.lan.sent[0]?.packet.answers)).toEqual(answers);
    expect(typesOf(around.lan.sent[0]?.packet.additionals)).toEqual(additionals);
    expect(around.lan.sent).toHaveLength(1);
  });

  test.each([
    ["_other._tcp.local", "PTR"],
    [`Attic.${SERVICE_TYPE}`, "SRV"],
    [SERVICE_TYPE, "A"],
    ["local", "ANY"],
  ])("for %s %s is not answered", async (name, type) => {
    const { around, neighbour } = await announced();
    neighbour.ask(name, type);
    await around.pass(2_000);
    expect(around.lan.sent).toEqual([]);
  });

  test("is not answered with what the client says it knows, unless that soon expires", async () => {
    const { around, neighbour } = await announced();
    neighbour.askKnowing(SERVICE_TYPE, "PTR", [{ ...POINTER, ttl: 2_250 }]);
    await around.pass(2_000);
    expect(around.lan.sent).toEqual([]);
    neighbour.askKnowing(SERVICE_TYPE, "PTR", [{ ...POINTER, ttl: 4_500, data: `Attic.${SERVICE_TYPE}` }]);
    await around.pass(2_000);
    expect(around.lan.sent).toHaveLength(1);
    neighbour.askKnowing(SERVICE_TYPE, "PTR", [{ ...POINTER, ttl: 2_249 }, locationOf("Luxgate")]);
    await around.pass(2_000);
    expect(around.lan.sent[1]?.packet.additionals.map(({ type }) => type)).toEqual(["TXT", "NSEC", "A", "NSEC"]);
  });

  test("is answered by one multicast response a second, together with those that come meanwhile", async () => {
    const { around, neighbour } = await announced();
    for (let asked = 0; asked < 130; asked += 1) {
      neighbour.ask(SERVICE_TYPE, "PTR");
      neighbour.ask(SERVICE, "TXT");
      neighbour.ask(HOST, "A");
      await around.pass(30, 1);
    }
    const moments = around.lan.sent.map(({ atMillis }) => atMillis);
    expect(moments.length).toBeGreaterThanOrEqual(4);
    for (const [place, moment] of moments.slice(1).entries()) {
      expect(moment - (moments[place] ?? 0)).toBeGreaterThanOrEqual(1_000);
    }
    expect(new Set(around.sentFrom(LAN))).toEqual(new Set(["answer PTR TXT A"]));
  });
});

test("a query is answered once, with both addresses, where we have two on the network", async () => {
  const { around, neighbour } = await announced([LAN, { ...LAN, address: "10.71.1.9" }]);
  neighbour.ask(HOST, "A", { port: 40_000 });
  neighbour.askAlone(HOST, "A");
  neighbour.ask(HOST, "A");
  await around.pass(3_000);
  const answers = [{ data: LAN.address }, { data: "10.71.1.9" }];
  const packet = { answers };
  expect(around.lan.sent).toMatchObject([{ packet }, { packet }, { packet }]);
});

describe("a client that wants the response for itself", () => {
  test("gets it at once, by unicast", async () => {
    const { around, neighbour } = await announced();
    neighbour.askAlone(SERVICE_TYPE, "PTR");
    await around.pass(2, 1);
    expect(around.lan.sent).toMatchObject([{ to: { address: neighbour.address, port: 5353 }, packet: PTR_ANSWER }]);
  });

  test("gets it by multicast where that is 30 seconds ago, so that others need not ask", async () => {
    const { around, neighbour } = await announced();
    await around.pass(30_000, 1_000);
    neighbour.askAlone(SERVICE_TYPE, "PTR");
    await around.pass(200);
    expect(around.lan.sent).toMatchObject([{ to: { address: "224.0.0.251", port: 5353 }, packet: PTR_ANSWER }]);
  });
});

describe("a client that knows only ordinary DNS", () => {
  test("gets its id and its question back, and records that it forgets after ten seconds", async () => {
    const { around, neighbour } = await announced();
    neighbour.ask(SERVICE_TYPE.toUpperCase(), "PTR", { port: 40_000 });
    await around.pass(2, 1);
    const questions = [{ name: SERVICE_TYPE.toUpperCase(), type: "PTR", class: "IN" }];
    expect(around.lan.sent).toMatchObject([
      { to: { address: neighbour.address, port: 40_000 }, packet: { id: 77, questions, ...PTR_ANSWER } },
    ]);
    const { answers = [], additionals = [] } = around.lan.sent[0]?.packet ?? {};
    for (const record of [...answers, ...additionals]) expect(record).toMatchObject({ ttl: 10, flush: false });
  });

  test("P5: is answered 20 times at once, and then four times a second", async () => {
    const { around, neighbour } = await announced();
    const ask = async (count: number) => {
      for (let asked = 0; asked < count; asked += 1) neighbour.ask(HOST, "A", { port: 40_000 });
      await around.pass(2, 1);
    };
    await ask(100);
    expect(around.lan.sent).toHaveLength(20);
    await around.pass(998, 1);
    await ask(50);
    expect(around.lan.sent).toHaveLength(24);
  });
});

test("P5: one who floods is read 200 times at once, and keeps nobody else from being answered", async () => {
  const { around, neighbour } = await announced();
  for (let sent = 0; sent < 300; sent += 1) neighbour.send(Buffer.alloc(20));
  neighbour.askAlone(SERVICE_TYPE, "PTR");
  neighbour.ask(SERVICE_TYPE, "PTR", { port: 40_000, address: "10.71.1.8" });
  await around.pass(2, 1);
  expect(around.lan.sent.map(({ to }) => to.address)).toEqual(["10.71.1.8"]);
});

test("P5: nobody is answered who is on none of our networks, or is no host", async () => {
  const { around, neighbour } = await announced();
  for (const address of ["10.71.2.7", "10.71.1.0", "10.71.1.255", "8.8.8.8"]) {
    neighbour.ask(SERVICE_TYPE, "PTR", { address });
    neighbour.ask(SERVICE_TYPE, "PTR", { address, port: 40_000 });
  }
  await around.pass(2_000);
  expect(around.lan.sent).toEqual([]);
});
