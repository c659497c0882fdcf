import { type Answer, encode, type Question } from "dns-packet";
import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { Announced, LAN, Surroundings } from "../../../test/support/network/announced.ts";
import { HOST, MdnsNeighbour, SERVICE_TYPE } from "../../../test/support/network/mdns-neighbour.ts";

/** What Ethernet carries in one piece. */
const LONGEST_BYTES = 1_472;
const TYPES = ["A", "AAAA", "PTR", "SRV", "TXT", "NSEC", "ANY", "HINFO", "CAA", "UNKNOWN_65"];

/** As large as a service can become. */
const LARGEST = {
  name: "💡".repeat(40),
  type: "fifteen-letters",
  model: "m".repeat(300),
  version: "9".repeat(300),
  mac: "02:00:5E:10:00:AB",
};
const TYPE_NAMES = [SERVICE_TYPE, "_fifteen-letters._tcp.local", "_services._dns-sd._udp.local"];
const NAMES = [...TYPE_NAMES, HOST, `Luxgate.${SERVICE_TYPE}`, `${"💡".repeat(14)}.${TYPE_NAMES[1]}`, "other.local"];

const anyName = fc.constantFrom(...NAMES);
const anyQuestion: fc.Arbitrary<Question> = fc.record({
  name: anyName,
  type: fc.constantFrom(...TYPES),
  class: fc.constantFrom("IN", "ANY", "CH"),
});
const anyRecord: fc.Arbitrary<Answer> = fc
  .record({ name: anyName, ttl: fc.constantFrom(0, 1, 60, 4_500), flush: fc.boolean() })
  .chain((common) =>
    fc
      .oneof(
        fc.record({ type: fc.constant("A"), data: fc.ipV4() }),
        fc.record({ type: fc.constant("AAAA"), data: fc.constant("fe80::1") }),
        fc.record({ type: fc.constant("PTR"), data: anyName }),
        fc.record({ type: fc.constant("SRV"), data: fc.record({ port: fc.nat(65_535), target: anyName }) }),
        fc.record({ type: fc.constant("TXT"), data: fc.array(fc.uint8Array({ maxLength: 60 }).map(Buffer.from)) }),
        fc.record({ type: fc.constant("UNKNOWN_65"), data: fc.uint8Array({ maxLength: 60 }).map(Buffer.from) }),
      )
      .map((special) => ({ ...common, ...special })),
  );

const anyPacket = (type: "query" | "response"): fc.Arbitrary<Buffer> =>
  fc
    .record({
      id: fc.nat(65_535),
      questions: fc.array(anyQuestion, { maxLength: 8 }),
      answers: fc.array(anyRecord, { maxLength: 4 }),
      authorities: fc.array(anyRecord, { maxLength: 4 }),
      additionals: fc.array(anyRecord, { maxLength: 2 }),
    })
    .map((packet) => encode({ type, ...packet }));

const anyChange = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 });

/** Torn and changed here and there. */
const damaged = (packet: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> =>
  fc.tuple(packet, anyChange, fc.nat(40)).map(([whole, changes, torn]) => {
    const bytes = Buffer.from(whole.subarray(0, Math.max(12, whole.length - torn)));
    for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
    return bytes;
  });

/** The bit that makes a response of a packet is taken out. */
const asQuery = (bytes: Buffer): Buffer => {
  const query = Buffer.from(bytes);
  if (query.length > 2) query[2] = (query[2] ?? 0) & 0x7f;
  return query;
};

/** A question whose response is wanted by unicast. */
const anyLonelyQuestion = anyQuestion.map((question) => {
  const query = encode({ type: "query", questions: [question] });
  query[query.length - 2] = 0x80;
  return query;
});

const anyBytes = fc.uint8Array({ maxLength: 1_600 }).map(Buffer.from);
const anyQuery = fc.oneof(anyPacket("query"), anyLonelyQuestion, damaged(anyPacket("query")), anyBytes).map(asQuery);
const anyDatagram = fc.oneof(anyQuery, anyPacket("response"), damaged(anyPacket("response")), anyBytes);
const anySender = fc.record({
  port: fc.constantFrom(5_353, 40_000),
  address: fc.constantFrom("10.71.1.7", "10.71.1.8"),
});

async function announced(options: object): Promise<{ readonly gateway: Announced; readonly neighbour: MdnsNeighbour }> {
  const gateway = new Announced(options, new Surroundings());
  await gateway.around.pass(5_000, 250);
  gateway.around.lan.sent.splice(0);
  return { gateway, neighbour: new MdnsNeighbour(gateway.around.lan) };
}

test("P3, P5: a query draws one datagram at most, and none that is too long for Ethernet", async () => {
  let answers = 0;
  for (const options of [{}, LARGEST]) {
    const { gateway, neighbour } = await announced(options);
    const { lan } = gateway.around;
    await fc.assert(
      fc.asyncProperty(anyQuery, anySender, async (query, sender) => {
        neighbour.send(query, sender);
        await gateway.around.pass(2_000, 500);
        const drawn = lan.sent.splice(0);
        answers += drawn.length;
        expect(drawn.length).toBeLessThanOrEqual(1);
        for (const { bytes } of drawn) expect(bytes).toBeLessThanOrEqual(LONGEST_BYTES);
      }),
      { numRuns: times(3_000) },
    );
    expect(gateway.states).toHaveLength(1);
  }
  expect(answers).toBeGreaterThan(0);
});

/** Of unicast responses, to two senders: their bursts, and four a second each. */
const mostUnicast = (millis: number) => 2 * (20 + (4 * millis) / 1_000);
/** Of all that is multicast on an interface: a response a second, three probes and two announcements after each conflict, four defences. */
const mostMulticast = (millis: number) => 10 + (10 * millis) / 1_000;

test("P3, P5: no datagrams break it, and all that they draw is bounded by time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ datagram: anyDatagram, sender: anySender, pauseMillis: fc.nat(60) }), {
        maxLength: 150,
        size: "max",
      }),
      async (events) => {
        const { gateway, neighbour } = await announced({});
        const { around } = gateway;
        const beganMillis = around.clock.now();
        for (const { datagram, sender, pauseMillis } of events) {
          neighbour.send(datagram, sender);
          await around.pass(pauseMillis, 30);
        }
        const passedMillis = around.clock.now() - beganMillis;
        const multicast = around.lan.sent.filter(({ to }) => to.port === 5_353 && to.address === "224.0.0.251");
        expect(multicast.length).toBeLessThanOrEqual(mostMulticast(passedMillis));
        expect(around.lan.sent.length - multicast.length).toBeLessThanOrEqual(mostUnicast(passedMillis));
        await around.pass(60_000, 250);
        around.lan.sent.splice(0);
        neighbour.ask(SERVICE_TYPE, "PTR", { port: 40_000, address: "10.71.1.9" });
        await around.pass(10);
        expect(around.sentFrom(LAN)).toEqual(["answer PTR to 10.71.1.9:40000"]);
        expect(gateway.states.every((state) => state.announced)).toBe(true);
      },
    ),
    { numRuns: times(300) },
  );
});
