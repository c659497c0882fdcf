import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { PieceCounts } from "./piece-counts.ts";

const PIECES = [1, 2, 4, 8, 16].map((length) => new Uint8Array(length));
const somePieces = fc.subarray(PIECES).chain((some) => fc.shuffledSubarray([...some, ...some], { minLength: 0 }));
const step = fc.oneof(
  fc.record({ what: fc.constant("cache" as const), slot: fc.nat(2), pieces: somePieces }),
  fc.record({ what: fc.constant("send" as const), slot: fc.nat(3), pieces: somePieces }),
);

test("whatever is cached and sent, unshared is what is in flight alone", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const counts = new PieceCounts();
      const cached = new Map<number, readonly Uint8Array[]>();
      const inFlight = new Map<number, readonly Uint8Array[]>();
      for (const { what, slot, pieces } of steps) {
        if (what === "cache") {
          counts.replace(cached.get(slot) ?? [], pieces);
          cached.set(slot, pieces);
        } else {
          counts.addInFlight(pieces);
          counts.removeInFlight(inFlight.get(slot) ?? []);
          inFlight.set(slot, pieces);
        }
        const isCached = (piece: Uint8Array) => [...cached.values()].some((some) => some.includes(piece));
        const alone = new Set([...inFlight.values()].flat().filter((piece) => !isCached(piece)));
        expect(counts.unsharedBytes).toBe([...alone].reduce((sum, { byteLength }) => sum + byteLength, 0));
      }
    }),
    { numRuns: times(500) },
  );
});
