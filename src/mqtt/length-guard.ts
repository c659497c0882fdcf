import type { PacketKind, PacketRules } from "./packet-stream.ts";

const MAX_LENGTH_BYTES = 4;

/** Packets from this length on are assembled as they arrive: at the end that would take too long at once. */
const LONG_BYTES = 256 * 1024;

/**
 * Checks kind and length of each packet as the bytes pass, and buffers nothing but a long packet, which passes in one
 * piece.
 */
export class LengthGuard {
  readonly #rules: PacketRules;
  readonly #longBytes: number;
  /** Bytes of the current packet that are still to come. */
  #left = 0;
  /** The bytes of a header that is not whole yet, and how many of them came in earlier pieces. */
  #head: number[] = [];
  #headBefore = 0;
  /** A long packet, as far as it has arrived. */
  #long: { readonly bytes: Buffer; filled: number } | undefined;

  constructor(rules: PacketRules, longBytes = LONG_BYTES) {
    this.#rules = rules;
    this.#longBytes = longBytes;
  }

  /** Those of these bytes, and of bytes held back before, that may pass; `refused` ends the connection. */
  take(piece: Uint8Array): readonly Uint8Array[] | "refused" {
    const passing = new Passing(piece);
    this.#headBefore = this.#head.length;
    while (passing.at < piece.byteLength) {
      if (this.#left > 0) this.#takeBody(passing);
      else if (!this.#takeHead(passing)) return "refused";
    }
    if (!this.#long) passing.pass(this.#head.length - this.#headBefore);
    return passing.passed;
  }

  #takeBody(passing: Passing): void {
    const body = passing.take(this.#left);
    this.#left -= body.byteLength;
    if (!this.#long) return;
    this.#long.bytes.set(body, this.#long.filled);
    this.#long.filled += body.byteLength;
    if (this.#left > 0) return;
    passing.put(this.#long.bytes);
    this.#long = undefined;
  }

  /** Takes one byte; returns whether a packet may begin like this. */
  #takeHead(passing: Passing): boolean {
    const [byte = 0] = passing.take(1);
    this.#head.push(byte);
    const [first = 0, ...length] = this.#head;
    if (length.length === 0) return this.#rules.kinds.includes((first >> 4) as PacketKind);
    if (byte >= 0x80) return length.length < MAX_LENGTH_BYTES;
    this.#left = length.reduceRight((value, digit) => value * 0x80 + (digit & 0x7f), 0);
    const whole = this.#head.length + this.#left;
    if (whole > this.#rules.bytes) return false;
    if (whole < this.#longBytes) passing.putFirst(Uint8Array.from(this.#head.slice(0, this.#headBefore)));
    else this.#beginLong(passing, whole);
    this.#head = [];
    this.#headBefore = 0;
    return true;
  }

  #beginLong(passing: Passing, whole: number): void {
    passing.pass(this.#head.length - this.#headBefore);
    const bytes = Buffer.allocUnsafeSlow(whole);
    bytes.set(this.#head);
    this.#long = { bytes, filled: this.#head.length };
  }
}

/** The parts of a piece that have passed: as few and as long as possible. */
class Passing {
  readonly passed: Uint8Array[] = [];
  readonly #piece: Uint8Array;
  #from = 0;
  at = 0;

  constructor(piece: Uint8Array) {
    this.#piece = piece;
  }

  take(most: number): Uint8Array {
    const taken = this.#piece.subarray(this.at, this.at + most);
    this.at += taken.byteLength;
    return taken;
  }

  /** Passes all bytes that were taken and have not passed, but for the last ones. */
  pass(butForLast: number): void {
    const to = this.at - butForLast;
    if (to > this.#from) this.passed.push(this.#piece.subarray(this.#from, to));
    this.#from = this.at;
  }

  /** Passes bytes in place of those that were taken. */
  put(bytes: Uint8Array): void {
    this.passed.push(bytes);
    this.#from = this.at;
  }

  /** Passes bytes before those that were taken. */
  putFirst(bytes: Uint8Array): void {
    if (bytes.byteLength > 0) this.passed.push(bytes);
  }
}
