import type { Seeded } from "../../test/support/home/seeded.ts";

/** Bytes that mean something to whoever reads the protocol. */
export type Odd = readonly [string, ...string[]];

/** Bytes in which some were replaced, put in, left out or repeated. */
export function mutated(bytes: Buffer, chance: Seeded, odd: Odd): Buffer {
  let result = bytes;
  for (let edit = chance.below(4); edit >= 0; edit -= 1) {
    const at = chance.below(result.byteLength + 1);
    const leftOut = chance.oneOf([0, 0, 1, 2, chance.below(20)]);
    const put = chance.oneOf([
      () => Buffer.from(chance.oneOf(odd), "latin1"),
      () => Buffer.from([chance.below(256)]),
      () => Buffer.from([chance.below(256), chance.below(256), chance.below(256)]),
      () => result.subarray(at, at + chance.below(30)),
      () => NOTHING,
    ])();
    result = Buffer.concat([result.subarray(0, at), put, result.subarray(at + leftOut)]);
  }
  return result;
}

const NOTHING = Buffer.alloc(0);

/** The same bytes, in pieces as the network may bring them. */
export function inPieces(bytes: Buffer, chance: Seeded): readonly Buffer[] {
  if (chance.below(2) === 0) return [bytes];
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const length = 1 + chance.below(chance.oneOf([3, 40, 400]));
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}
