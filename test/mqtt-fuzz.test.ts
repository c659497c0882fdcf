import fc from "fast-check";
import { expect, test } from "vitest";
import { MQTT_LIMITS } from "../src/edges/mqtt/broker/limits.ts";
import { collectGarbage } from "./support/collect-garbage.ts";
import { times } from "./support/depth.ts";
import { MqttGateway } from "./support/events/mqtt-gateway.ts";
import {
  connectPacket,
  DISCONNECT,
  lengthBytes,
  PINGREQ,
  pubackPacket,
  publishPacket,
  subscribePacket,
  unsubscribePacket,
} from "./support/events/mqtt-packets.ts";
import { MqttSubscriber } from "./support/events/mqtt-subscriber.ts";
import { openRaw, textUntilClosed } from "./support/http/raw-connection.ts";

/** Of 20 conversations of 3 packets each. */
const ROUNDS = times(100);
const HEAP_BYTES = 10_000_000;

const CONNECTS = [
  connectPacket(),
  connectPacket({ clientId: "__proto__", isClean: false, keepAliveSeconds: 0 }),
  connectPacket({ username: "u", password: "p", will: { topic: "res/light/update", payload: "[]", retain: true } }),
  connectPacket({ version: 5 }),
];
const LATER_PACKETS = [
  subscribePacket(["res/#"]),
  subscribePacket(["res/light/update", "res/+/add", "$SYS/#", "constructor"], 2),
  unsubscribePacket(["res/#", "toString"]),
  publishPacket("res/light/update", "[1]", 1),
  pubackPacket(1),
  PINGREQ,
  DISCONNECT,
];

const edited = (bytes: Buffer, [place, leftOut, put]: readonly [number, number, Uint8Array]): Buffer => {
  const at = place % (bytes.byteLength + 1);
  return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + leftOut)]);
};
const anyEdit = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.uint8Array({ maxLength: 4 }));

/** The rest of a packet is edited and its length made to fit: what is inside gets as far as it can. */
const editedInside = (packet: Buffer, edits: readonly (readonly [number, number, Uint8Array])[]): Buffer => {
  const rest = edits.reduce(edited, packet.subarray(packet.subarray(1).findIndex((byte) => byte < 0x80) + 2));
  return Buffer.concat([packet.subarray(0, 1), lengthBytes(rest.byteLength), rest]);
};

/** Mostly as it should be: one that is wrong ends a conversation. */
const anyOf = (packets: readonly Buffer[]): fc.Arbitrary<Buffer> =>
  fc.constantFrom(...packets).chain((packet) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(packet) },
      { weight: 2, arbitrary: fc.array(anyEdit, { maxLength: 2 }).map((edits) => editedInside(packet, edits)) },
      { weight: 1, arbitrary: fc.array(anyEdit, { maxLength: 2 }).map((edits) => edits.reduce(edited, packet)) },
      {
        weight: 1,
        arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => editedInside(packet, [[0, 99, bytes]])),
      },
    ),
  );
const anyConversation = fc.tuple(anyOf(CONNECTS), anyOf(LATER_PACKETS), anyOf(LATER_PACKETS));

/** Ends any packet that is under way, and is none itself. */
const NO_PACKETS = Buffer.alloc(MQTT_LIMITS.packetBytes + 1);

/** Comes after others and is served: by then the broker has dealt with all that they had sent. */
async function comeAndGo(port: number): Promise<void> {
  const late = await MqttSubscriber.connect(port);
  await late.client.subscribeAsync("res/#", { qos: 1 });
  await late.close();
}

/** Every client says its first packet, then every one its second, and so on; then they are all turned out. */
async function converse(port: number, conversations: readonly (readonly Buffer[])[]): Promise<readonly string[]> {
  const clients = await Promise.all(conversations.map(() => openRaw(port)));
  const answers = clients.map(textUntilClosed);
  for (let turn = 0; turn < 3; turn += 1) {
    for (const [at, client] of clients.entries()) client.write(conversations[at]?.[turn] ?? "");
    await comeAndGo(port);
  }
  for (const client of clients) client.write(NO_PACKETS);
  return Promise.all(answers);
}

test("P3: whatever clients send, nothing breaks or grows, and others are served", async () => {
  const mqtt = await MqttGateway.start();
  const witness = await MqttSubscriber.listening(mqtt.port);
  const [light] = mqtt.gateway.home.lights.all();
  if (!light) throw new Error("no light");
  const heaps: number[] = [];
  let [rounds, greeted] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(anyConversation, { minLength: 20, maxLength: 20 }), async (conversations) => {
      const answers = await converse(mqtt.port, conversations);
      greeted += answers.filter((answer) => answer !== "").length;
      rounds += 1;
      const state = { brightnessPercent: 1 + (rounds % 99) };
      mqtt.gateway.submit({ kind: "lightChanged", lightId: light.id, state });
      await witness.first(rounds);
      if (rounds === 10 || rounds === ROUNDS) heaps.push(heapBytes());
    }),
    { numRuns: ROUNDS },
  );
  expect(mqtt.faults).toEqual([]);
  expect(witness.received.every(({ topic }) => topic === "res/light/update")).toBe(true);
  expect(mqtt.listener.clients).toBe(1);
  expect(greeted).toBeGreaterThan(rounds);
  const [early = 0, late = 0] = heaps;
  expect(late - early).toBeLessThan(HEAP_BYTES);
});

/** What is in use, once all that is not was collected. */
function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
