import type { Seeded } from "../../test/support/home/seeded.ts";

const MOST_BYTES = 1_400;
const MOST_FLIPS = 8;

const randomBytes = (chance: Seeded, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => chance.below(256)));

function flipped(chance: Seeded, message: Buffer): Buffer {
  const copy = Buffer.from(message);
  for (let left = 1 + chance.below(MOST_FLIPS); left > 0; left -= 1) {
    const place = chance.below(copy.length);
    copy[place] = (copy[place] ?? 0) ^ (1 << chance.below(8));
  }
  return copy;
}

/** Where an unsecured message has its counter (4 bytes), whom it is from (8), and, past two bytes, its exchange (2). */
const COUNTER_PLACE = 4;

/** A whole message of somebody else: of another node, with another counter and another exchange. */
export function ofAnother(chance: Seeded, message: Buffer): Buffer {
  const copy = Buffer.from(message);
  randomBytes(chance, 12).copy(copy, COUNTER_PLACE);
  randomBytes(chance, 2).copy(copy, COUNTER_PLACE + 14);
  return copy;
}

/** What a stranger may send: noise, and real messages cut, flipped, joined, and as of another node. */
export function malformed(chance: Seeded, real: readonly Buffer[]): Buffer {
  const one = (): Buffer => real[chance.below(real.length)] ?? Buffer.alloc(1);
  switch (chance.below(5)) {
    case 0:
      return randomBytes(chance, chance.below(MOST_BYTES));
    case 1: {
      const message = one();
      return message.subarray(0, chance.below(message.length));
    }
    case 2:
      return flipped(chance, one());
    case 3:
      return Buffer.concat([one().subarray(0, chance.below(60)), randomBytes(chance, chance.below(40)), one()]);
    default:
      return ofAnother(chance, one());
  }
}
