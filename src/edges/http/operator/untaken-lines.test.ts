import fc from "fast-check";
import { expect, test } from "vitest";
import { HTTP_LIMITS } from "../limits.ts";
import { InFlight } from "../server/in-flight.ts";
import { UntakenLines } from "./untaken-lines.ts";

const ADDRESS = "192.168.1.9";

test("lines come out in pieces as they were said, and count until the last piece of each was taken", () => {
  const lines = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }));
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 50 }), (said, mostBytes) => {
      const inFlight = new InFlight(HTTP_LIMITS);
      const untaken = new UntakenLines(inFlight, ADDRESS);
      for (const line of said) untaken.add(line);
      expect(inFlight.count).toBe(said.length);
      const pieces: Uint8Array[] = [];
      for (let piece = untaken.next(mostBytes); piece; piece = untaken.next(mostBytes)) {
        expect(untaken.isEmpty).toBe(false);
        expect(piece.byteLength).toBeLessThanOrEqual(mostBytes);
        pieces.push(piece);
      }
      expect(Buffer.concat(pieces)).toEqual(Buffer.concat(said));
      expect([untaken.isEmpty, inFlight.count]).toEqual([true, 0]);
    }),
  );
});

test("lines of a client that does not take them leave room for no other large one, until they are dropped", () => {
  const inFlight = new InFlight({ inFlightBytes: 1_000_000, inFlightBytesPerAddress: 500_000 });
  const untaken = new UntakenLines(inFlight, ADDRESS);
  const another = new UntakenLines(inFlight, ADDRESS);
  untaken.add(new Uint8Array(600_000));
  expect(another.hasRoom).toBe(false);
  untaken.next(100);
  untaken.drop();
  expect([another.hasRoom, inFlight.count]).toEqual([true, 0]);
});
