import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  connectPacket,
  lengthBytes,
  PINGREQ,
  packetOf,
  publishPacket,
  subscribePacket,
} from "../../../../test/support/events/mqtt-packets.ts";
import { PACKET, PacketStream } from "./packet-stream.ts";

const RULES = { kinds: [PACKET.connect, PACKET.subscribe, PACKET.pingreq], bytes: 1_000 };
const streamOf = () => new PacketStream(RULES);

/** Everything that comes out of bytes that come in these pieces. */
function taken(pieces: readonly Uint8Array[]): readonly Buffer[] | "refused" {
  const stream = streamOf();
  const packets: Buffer[] = [];
  for (const piece of pieces) {
    const some = stream.take(piece);
    if (some === "refused") return "refused";
    packets.push(...some.map(({ bytes }) => bytes));
  }
  return packets;
}

describe("bytes", () => {
  test("however they are cut, the packets that come out are those that went in", () => {
    const anyPacket = fc.oneof(
      fc.constantFrom<Buffer>(PINGREQ, connectPacket(), subscribePacket(["res/#", "res/light/update"])),
      fc.uint8Array({ maxLength: 900 }).map((bytes) => packetOf(0x82, bytes)),
    );
    const anyCuts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(anyPacket), anyCuts, (packets, cuts) => {
        const bytes = Buffer.concat(packets);
        const pieces: Buffer[] = [];
        for (let at = 0, cut = 0; at < bytes.byteLength; cut += 1) {
          const next = at + (cuts[cut % cuts.length] ?? 1);
          pieces.push(bytes.subarray(at, next));
          at = next;
        }
        expect(taken(pieces)).toEqual(packets);
      }),
    );
  });

  test("one by one they are enough too", () => {
    const packet = packetOf(0x82, new Uint8Array(900));
    expect(taken([...packet].map((byte) => Uint8Array.of(byte)))).toEqual([packet]);
  });

  test("a kind that is not taken is refused by its first byte", () => {
    expect(taken([publishPacket("res/light/update", "").subarray(0, 1)])).toBe("refused");
    expect(taken([PINGREQ, Uint8Array.of(0)])).toBe("refused");
  });

  test("a packet that would be too long is refused as soon as it says so", () => {
    expect(taken([Buffer.concat([Uint8Array.of(0x10), lengthBytes(997)])])).toEqual([]);
    expect(taken([Buffer.concat([Uint8Array.of(0x10), lengthBytes(998)])])).toBe("refused");
    expect(taken([Uint8Array.of(0x10, 0xff, 0xff, 0xff, 0x7f)])).toBe("refused");
  });

  test("a length that does not end is refused", () => {
    expect(taken([Uint8Array.of(0x10, 0xff, 0xff, 0xff)])).toEqual([]);
    expect(taken([Uint8Array.of(0x10, 0xff, 0xff, 0xff, 0xff)])).toBe("refused");
    expect(taken([Uint8Array.of(0x10, 0x80, 0x80, 0x80, 0x00)])).toEqual([Buffer.of(0x10, 0x80, 0x80, 0x80, 0x00)]);
  });
});
