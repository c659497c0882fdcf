import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  connectPacket,
  DISCONNECT,
  firstPacketOf,
  lengthBytes,
  PINGREQ,
  pubackPacket,
  publishPacket,
  subscribePacket,
  unsubscribePacket,
} from "../test/support/events/mqtt-packets.ts";
import { MqttSubscriber } from "../test/support/events/mqtt-subscriber.ts";
import { Seeded } from "../test/support/home/seeded.ts";
import { inPieces, mutated, type Odd } from "./support/fuzz-mutation.ts";
import { FUZZ_SEED, fuzzed, patienceFor, shareOf } from "./support/fuzz-run.ts";
import { Program } from "./support/program.ts";

const PACKETS = shareOf(500_000);
const LANES = 24;

const CONNECTS: readonly [Buffer, ...Buffer[]] = [
  connectPacket(),
  connectPacket({ clientId: "__proto__", isClean: false, keepAliveSeconds: 0 }),
  connectPacket({ username: "u", password: "p", will: { topic: "res/light/update", payload: "[]", retain: true } }),
  connectPacket({ version: 5 }),
  connectPacket({ version: 3 }),
];
const LATER: readonly [Buffer, ...Buffer[]] = [
  subscribePacket(["res/#"]),
  subscribePacket(["#"], 1),
  subscribePacket(["res/light/update", "res/+/add", "$SYS/#", "constructor"], 2),
  unsubscribePacket(["res/#", "toString"]),
  publishPacket("res/light/update", "[1]", 1),
  pubackPacket(1),
  PINGREQ,
  DISCONNECT,
];
const ODD: Odd = ["\0", "\xff", "#", "+", "/", "$", "\x00\x04MQTT", "\x80\x80\x80\x80\x01", "\xc0\x00", "\xed\xa0\x80"];

/** The inside of a packet is damaged and its length made to fit: what is wrong in there gets as far as it can. */
function damagedInside(packet: Buffer, chance: Seeded): Buffer {
  const rest = mutated(packet.subarray(packet.subarray(1).findIndex((byte) => byte < 0x80) + 2), chance, ODD);
  return Buffer.concat([packet.subarray(0, 1), lengthBytes(rest.byteLength), rest]);
}

function anyOf(packets: readonly [Buffer, ...Buffer[]], chance: Seeded): Buffer {
  const packet = chance.oneOf(packets);
  return chance.oneOf([
    () => packet,
    () => packet,
    () => damagedInside(packet, chance),
    () => mutated(packet, chance, ODD),
  ])();
}

/** What one client says; gives how many packets, and what came back. */
async function converse(port: number, chance: Seeded): Promise<{ readonly packets: number; readonly heard: Buffer }> {
  const packets = [anyOf(CONNECTS, chance), ...Array.from({ length: chance.below(6) }, () => anyOf(LATER, chance))];
  const said = packets.length;
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.setNoDelay().on("error", () => undefined);
  socket.on("data", (chunk) => chunks.push(chunk));
  // Half of them wait to be greeted, as clients do: on a machine that is busy the others are mostly gone by then.
  const greeted = new Promise((resolve) => socket.once("data", resolve).once("close", resolve));
  if (CONNECTS.includes(packets[0] ?? NOTHING) && chance.below(2) === 0) {
    socket.write(packets.shift() ?? NOTHING);
    await greeted;
  }
  for (const piece of packets.flatMap((packet) => inPieces(packet, chance))) {
    if (!socket.writable) break;
    socket.write(piece);
    if (chance.below(2) === 0) await turn();
  }
  for (let turns = chance.below(20); turns > 0; turns -= 1) await turn();
  if (chance.below(2) === 0) socket.resetAndDestroy();
  else socket.end();
  await closed;
  return { packets: said, heard: Buffer.concat(chunks) };
}

const NOTHING = Buffer.alloc(0);

/** Kinds that a broker which takes no messages says to its clients: connack, publish, suback, unsuback, pingresp. */
const SAID = [2, 3, 9, 11, 13];

function strangeKinds(heard: Buffer): readonly number[] {
  const kinds: number[] = [];
  for (let rest = heard; ; ) {
    const packet = firstPacketOf(rest);
    if (!packet) return kinds.filter((kind) => !SAID.includes(kind));
    kinds.push((packet[0] ?? 0) >> 4);
    rest = rest.subarray(packet.byteLength);
  }
}

test(
  `P3: ${PACKETS} MQTT packets, damaged, cut and reset at random: what comes back is MQTT, and nothing is left behind`,
  async () => {
    const program = Program.serve(["--host", "127.0.0.1"]);
    await program.ready();
    const [, mqttPort] = await program.says(/MQTT port (\d+)/);
    const port = Number(mqttPort);
    const totals = { packets: 0, greeted: 0 };
    const strange: number[] = [];
    const fuzz = async (count: number) => {
      const goal = totals.packets + count;
      const lane = async (number: number) => {
        const chance = new Seeded(FUZZ_SEED + number + totals.packets);
        while (totals.packets < goal) {
          const { packets, heard } = await converse(port, chance);
          totals.packets += packets;
          totals.greeted += heard.byteLength > 0 ? 1 : 0;
          strange.push(...strangeKinds(heard));
        }
      };
      await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
    };
    await fuzzed(program, { what: "MQTT packets", count: PACKETS, fuzz });
    console.log(`${totals.greeted} connections were greeted.`);
    expect(strange).toEqual([]);
    expect(totals.greeted).toBeGreaterThan(totals.packets / 20);
    const late = await MqttSubscriber.connect(port);
    await late.client.subscribeAsync("res/#", { qos: 1 });
    await late.close();
  },
  patienceFor(PACKETS),
);
