import type { PacketKind, PacketRules } from "./packet-stream.ts";

const MAX_LENGTH_BYTES = 4;

/**
 * Watches packets go by, of whatever length, without keeping any of them: it only knows where the next one begins, what
 * kind it is of and how long it will be.
 */
export class LengthGuard {
  readonly #rules: PacketRules;
  /** Bytes of the packet that is going by which are still to come. */
  #left = 0;
  /** The bytes of a head that is not whole yet. */
  #head: number[] = [];

  constructor(rules: PacketRules) {
    this.#rules = rules;
  }

  /** Whether these bytes may pass; nothing may after some that may not. */
  admits(piece: Uint8Array): boolean {
    let at = 0;
    while (at < piece.byteLength) {
      const passing = Math.min(this.#left, piece.byteLength - at);
      this.#left -= passing;
      at += passing;
      const byte = piece[at];
      if (byte === undefined) return true;
      at += 1;
      if (!this.#takeHead(byte)) return false;
    }
    return true;
  }

  /** Whether a packet may begin so. */
  #takeHead(byte: number): boolean {
    this.#head.push(byte);
    const [first = 0, ...length] = this.#head;
    if (length.length === 0) return this.#rules.kinds.includes((first >> 4) as PacketKind);
    if (byte >= 0x80) return length.length < MAX_LENGTH_BYTES;
    this.#left = length.reduceRight((value, digit) => value * 0x80 + (digit & 0x7f), 0);
    const whole = this.#head.length + this.#left;
    this.#head = [];
    return whole <= this.#rules.bytes;
  }
}
