import type { PacketKind, PacketRules } from "./packet-stream.ts";

const MAX_LENGTH_BYTES = 4;

/** From here on a packet is put together while it comes: in the end it would take too long at once. */
const LONG_BYTES = 256 * 1024;

/**
 * Watches packets go by without keeping any of them but a long one, which passes in one piece: it only knows where the
 * next one begins, what kind it is of and how long it will be.
 */
export class LengthGuard {
  readonly #rules: PacketRules;
  readonly #longBytes: number;
  /** Bytes of the packet that is going by which are still to come. */
  #left = 0;
  /** The bytes of a head that is not whole yet, and how many of them came in earlier pieces. */
  #head: number[] = [];
  #headBefore = 0;
  /** A long packet, as far as it has come. */
  #long: { readonly bytes: Buffer; filled: number } | undefined;

  constructor(rules: PacketRules, longBytes = LONG_BYTES) {
    this.#rules = rules;
    this.#longBytes = longBytes;
  }

  /** What of these bytes, and of those held back before, may pass; nothing may after some that may not. */
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

  /** Takes one byte; whether a packet may begin so. */
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

/** What of a piece has passed: as few and as long pieces as can be. */
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

  /** All that was taken and has not passed passes, but for the last bytes. */
  pass(butForLast: number): void {
    const to = this.at - butForLast;
    if (to > this.#from) this.passed.push(this.#piece.subarray(this.#from, to));
    this.#from = this.at;
  }

  /** Passes in place of what was taken. */
  put(bytes: Uint8Array): void {
    this.passed.push(bytes);
    this.#from = this.at;
  }

  /** Passes before what was taken. */
  putFirst(bytes: Uint8Array): void {
    if (bytes.byteLength > 0) this.passed.push(bytes);
  }
}
