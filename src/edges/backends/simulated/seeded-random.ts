/** Gives pseudo-random numbers from 0 up to, and without, 1. */
export type RandomSource = () => number;

/** The same numbers for the same seed: a counter with a fixed odd step through 32 bits, each value hashed. */
export function seededRandom(seed: number): RandomSource {
  let position = seed >>> 0;
  return () => {
    position = (position + 0x9e3779b9) >>> 0;
    const once = Math.imul(position ^ (position >>> 16), 0x21f0aaad);
    const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97);
    return ((twice ^ (twice >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** A number between two, both included. */
export const between = (from: number, to: number, share: number): number => from + share * (to - from);
