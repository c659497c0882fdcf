/**
 * SHA-256. Our own, as browsers have theirs (`crypto.subtle`) only on pages that came over https, and pages that speak
 * with a gateway of the local network came over http. The hash detects drift and is no protection.
 */
export function sha256(text: string): Int32Array {
  const words = padded(new TextEncoder().encode(text));
  const state = Int32Array.from(FIRST_STATE);
  const schedule = new Int32Array(64);
  for (let at = 0; at < words.length; at += 16) digestBlock(state, schedule, words.subarray(at, at + 16));
  return state;
}

const isPrime = (number: number): boolean => {
  for (let factor = 2; factor * factor <= number; factor += 1) if (number % factor === 0) return false;
  return true;
};

const PRIMES = Array.from({ length: 310 }, (_, index) => index + 2).filter(isPrime);

/** The first 32 bits behind the point: the standard takes its constants from roots of primes. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;

const FIRST_STATE = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));

/** The bytes as big-endian words, a one behind them, and their length in bits at the end of the last block. */
function padded(bytes: Uint8Array): Int32Array {
  const length = (((bytes.length + 8) >> 6) + 1) * 64;
  const whole = new Uint8Array(length);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(length - 4, bytes.length * 8);
  const words = new Int32Array(length / 4);
  for (let at = 0; at < words.length; at += 1) words[at] = view.getInt32(at * 4);
  return words;
}

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** Every index is within: the lengths are those of the standard. */
const wordAt = (words: Int32Array, at: number): number => words[at] as number;

function digestBlock(state: Int32Array, schedule: Int32Array, block: Int32Array): void {
  schedule.set(block);
  for (let at = 16; at < 64; at += 1) {
    const early = wordAt(schedule, at - 15);
    const late = wordAt(schedule, at - 2);
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[at] = wordAt(schedule, at - 16) + one + wordAt(schedule, at - 7) + two;
  }
  let a = wordAt(state, 0);
  let b = wordAt(state, 1);
  let c = wordAt(state, 2);
  let d = wordAt(state, 3);
  let e = wordAt(state, 4);
  let f = wordAt(state, 5);
  let g = wordAt(state, 6);
  let h = wordAt(state, 7);
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + mixed + choice + wordAt(CONSTANTS, at) + wordAt(schedule, at)) | 0;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = wordAt(state, at) + word;
}
