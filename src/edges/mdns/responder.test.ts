import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { Announced, LAN, Surroundings } from "../../../test/support/network/announced.ts";
import {
  addressOf,
  HOST,
  locationOf,
  MdnsNeighbour,
  SERVICE_TYPE,
  textOf,
} from "../../../test/support/network/mdns-neighbour.ts";

/** A gateway that probes, with somebody else on its network. */
function begun() {
  const announced = new Announced();
  const { around } = announced;
  return { announced, around, neighbour: new MdnsNeighbour(around.lan) };
}

async function settled() {
  const scene = begun();
  await scene.around.pass(3_000);
  scene.around.lan.sent.splice(0);
  return scene;
}

const ONCE = ["probe Luxgate", "probe Luxgate", "probe Luxgate"];
const WHOLE = [...ONCE, "announce Luxgate", "announce Luxgate"];

describe("a name", () => {
  test("is probed for three times, 250 ms apart, then announced twice, a second apart", async () => {
    const { around } = begun();
    await around.pass(5_000, 1);
    expect(around.sentFrom(LAN)).toEqual(WHOLE);
    const [first = 0, ...others] = around.lan.sent.map(({ atMillis }) => atMillis);
    expect(others.map((atMillis) => atMillis - first)).toEqual([250, 500, 750, 1_750]);
  });

  test("is not answered for before it is announced", async () => {
    const { around, neighbour } = begun();
    for (let asked = 0; asked < 7; asked += 1) {
      neighbour.ask(SERVICE_TYPE, "PTR");
      await around.pass(100);
    }
    expect(new Set(around.sentFrom(LAN))).toEqual(new Set(["probe Luxgate"]));
  });

  test("that another has gets a number, and then the next one", async () => {
    const { announced, around, neighbour } = begun();
    await around.pass(100);
    neighbour.announce([locationOf("luxGATE", { port: 1 })]);
    await around.pass(400);
    neighbour.announce([locationOf("Luxgate (2)", { port: 1 })]);
    expect(await announced.next()).toMatchObject({ name: "Luxgate (3)" });
    expect([...new Set(around.sentFrom(LAN))]).toEqual([
      "probe Luxgate",
      "probe Luxgate (2)",
      "probe Luxgate (3)",
      "announce Luxgate (3)",
    ]);
  });

  test.each([
    ["the very same record", locationOf("Luxgate"), {}],
    ["a goodbye", locationOf("Luxgate", { port: 1, ttl: 0 }), {}],
    ["another name", locationOf("Luxgate (7)", { port: 1 }), {}],
    ["a response from a port that none comes from", locationOf("Luxgate", { port: 1 }), { port: 5354 }],
  ])("is not taken by %s", async (_, record, from) => {
    const { around, neighbour } = begun();
    await around.pass(100);
    neighbour.announce([record], from);
    await around.pass(5_000);
    neighbour.announce([record], from);
    await around.pass(5_000);
    expect(around.sentFrom(LAN)).toEqual(WHOLE);
  });

  test("of the host that another has gets a number too, and the service keeps its own", async () => {
    const { announced, around, neighbour } = begun();
    await around.pass(100);
    neighbour.announce([addressOf(HOST, "10.71.1.7")]);
    expect(await announced.next()).toMatchObject({ name: "Luxgate" });
    const location = around.lan.sent.at(-1)?.packet.answers.find(({ type }) => type === "SRV");
    expect(location?.data).toMatchObject({ target: "luxgate-02005e1000ab-2.local" });
  });

  test("that is never free is probed for every five seconds after 15 conflicts", async () => {
    const { announced, around, neighbour } = begun();
    for (let count = 1; around.lan.sent.length < 20; count += 1) {
      await around.pass(5);
      neighbour.announce([
        locationOf(count === 1 ? "Luxgate" : `Luxgate (${announced.around.lan.sent.length})`, { port: 1 }),
      ]);
    }
    const times = around.lan.sent.map(({ atMillis }) => atMillis);
    const waits = times.slice(1).map((atMillis, place) => atMillis - (times[place] ?? 0));
    expect(Math.max(...waits.slice(0, 14))).toBeLessThan(300);
    expect(Math.min(...waits.slice(14))).toBeGreaterThanOrEqual(5_000);
  });
});

describe("two that probe for a name at the same time", () => {
  test.each([
    ["a greater port", [locationOf("Luxgate", { port: 8081 }), textOf("Luxgate")]],
    ["a greater text", [textOf("Luxgate", ["z".repeat(21)]), locationOf("Luxgate")]],
    ["a greater type of record first", [locationOf("Luxgate", { port: 1 })]],
    ["a greater address of the host", [addressOf(HOST, "10.71.1.7")]],
  ])("it goes to the other with %s: this one waits a second and probes again", async (_, records) => {
    const { around, neighbour } = begun();
    await around.pass(100, 1);
    neighbour.probe(records);
    await around.pass(4_000, 1);
    expect(around.sentFrom(LAN)).toEqual(["probe Luxgate", ...WHOLE]);
    const [first = 0, second = 0] = around.lan.sent.map(({ atMillis }) => atMillis);
    expect(second - first).toBeGreaterThanOrEqual(1_090);
  });

  test.each([
    ["a smaller port", [textOf("Luxgate"), locationOf("Luxgate", { port: 8079 })]],
    ["a smaller text", [textOf("Luxgate", ["a=1"]), locationOf("Luxgate", { port: 8081 })]],
    ["the same text, and no location", [textOf("Luxgate")]],
    ["the very same data", [textOf("Luxgate"), locationOf("Luxgate")]],
    ["a smaller address of the host", [addressOf(HOST, "10.71.1.0")]],
    ["another name", [locationOf("Attic", { port: 9999 })]],
    ["nothing to announce", []],
  ])("it does not go to one with %s", async (_, records) => {
    const { around, neighbour } = begun();
    await around.pass(100);
    neighbour.probe(records);
    await around.pass(4_000);
    expect(around.sentFrom(LAN)).toEqual(WHOLE);
  });
});

describe("a name that was announced", () => {
  test("is defended at once against one who probes for it, at most four times a second", async () => {
    const { around, neighbour } = await settled();
    for (let probed = 0; probed < 100; probed += 1) {
      neighbour.probe([locationOf("Luxgate", { port: 9999 })]);
      await around.pass(10, 1);
    }
    expect(new Set(around.sentFrom(LAN))).toEqual(new Set(["answer SRV TXT"]));
    expect(around.lan.sent).toHaveLength(4);
    expect(around.lan.sent[0]?.packet.additionals.map(({ type }) => type)).toEqual(["A", "NSEC"]);
  });

  test("is probed for again where another announces it, and kept where that one yields", async () => {
    const { announced, around, neighbour } = await settled();
    neighbour.announce([locationOf("Luxgate", { port: 1 })]);
    await around.pass(5_000);
    expect(around.sentFrom(LAN)).toEqual(WHOLE);
    expect(announced.states).toHaveLength(1);
  });

  test("gets a number where the other one does not yield", async () => {
    const { announced, around, neighbour } = await settled();
    neighbour.announce([locationOf("Luxgate", { port: 1 })]);
    await around.pass(100);
    neighbour.announce([locationOf("Luxgate", { port: 1 })]);
    await around.pass(5_000);
    expect(announced.states.at(-1)).toMatchObject({ name: "Luxgate (2)" });
    expect(around.sentFrom(LAN).filter((step) => step.startsWith("goodbye"))).toEqual([]);
  });
});

const anyStart = fc.record({ afterMillis: fc.nat(1_500), delay: fc.double({ min: 0, max: 0.999, noNaN: true }) });

test("gateways of one name that begin at any moments all get names of their own, without gaps", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStart, { minLength: 2, maxLength: 5 }), async (starts) => {
      const around = new Surroundings();
      const gateways: Announced[] = [];
      for (const [index, { afterMillis, delay }] of starts.entries()) {
        await around.pass(afterMillis);
        const about = { mac: `02:00:00:00:00:0${index}`, resetId: `R${index}`, random: () => delay };
        const networkInterface = { ...LAN, address: `10.71.1.${index + 1}` };
        gateways.push(new Announced({ ...about, interfaces: () => [networkInterface] }, around));
      }
      await around.pass(60_000, 50);
      const names = gateways.map(({ announcer: { state } }) => (state?.announced ? state.name : ""));
      const numbers = starts.map((_, index) => (index === 0 ? "Luxgate" : `Luxgate (${index + 1})`));
      expect(names.toSorted()).toEqual(numbers.toSorted());
    }),
    { numRuns: times(200) },
  );
});
