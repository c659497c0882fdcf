import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LengthGuard } from "./length-guard.ts";
import { PACKET } from "./packet-stream.ts";

const RULES = { kinds: [PACKET.publish, PACKET.pingresp], bytes: 1_000_000 };
const LONG = 256;

/** A packet with so many bytes behind its head. */
function packet(length: number, kind: number = PACKET.publish): Buffer {
  const digits: number[] = [];
  for (let rest = length; digits.length === 0 || rest > 0; rest = Math.floor(rest / 0x80)) {
    digits.push((rest % 0x80) + (rest >= 0x80 ? 0x80 : 0));
  }
  return Buffer.concat([Buffer.from([kind << 4, ...digits]), Buffer.alloc(length, length % 251)]);
}

const anyLength = fc.oneof(fc.nat(3), fc.nat(200), fc.integer({ min: LONG - 10, max: LONG + 10 }), fc.nat(20_000));
const anyCuts = fc.array(fc.oneof(fc.nat(6), fc.nat(1_000)), { minLength: 1, maxLength: 20 });

describe("a guard of packets", () => {
  test("lets pass what came, in its order, and every long packet in one piece, however they were cut", () => {
    fc.assert(
      fc.property(fc.array(anyLength, { maxLength: 6 }), anyCuts, (lengths, cuts) => {
        const packets = lengths.map((length) => packet(length));
        const all = Buffer.concat(packets);
        const guard = new LengthGuard(RULES, LONG);
        const passed: Uint8Array[] = [];
        for (let at = 0, turn = 0; at < all.byteLength; turn += 1) {
          const piece = all.subarray(at, at + 1 + (cuts[turn % cuts.length] ?? 0));
          const passing = guard.take(piece);
          if (passing === "refused") throw new Error("a packet that is taken was refused");
          passed.push(...passing);
          at += piece.byteLength;
        }
        expect(Buffer.concat(passed).equals(all)).toBe(true);
        for (const long of packets.filter(({ byteLength }) => byteLength >= LONG)) {
          expect(passed.some((piece) => long.equals(piece))).toBe(true);
        }
      }),
    );
  });

  test("cuts nothing in pieces that is short and came as one", () => {
    const many = Buffer.concat(Array.from({ length: 200 }, (_, at) => packet(at)));
    expect(new LengthGuard(RULES).take(many)).toEqual([many]);
  });

  test("refuses what is too long, of another kind, or has no length, before the rest of it comes", () => {
    for (const head of [
      packet(1_000_000).subarray(0, 4),
      packet(1, PACKET.connect),
      Buffer.from([0x30, 255, 255, 255, 255]),
    ]) {
      expect(new LengthGuard(RULES).take(head)).toBe("refused");
    }
  });
});
