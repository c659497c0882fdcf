import {
  headOfPartialBody,
  isHeaderLine,
  isPartialHead,
  isPartOfLine,
  isRequestLine,
  type PlainHead,
} from "./plain-request.ts";

interface FirstRequestLimits {
  readonly headerBytes: number;
  readonly bodyBytes: number;
}

const FIRST_BYTES = 1_024;

/**
 * The beginning of a connection's first request, which comes in pieces: a slow client takes no parser before its request is
 * whole. However small the pieces are, each byte is looked at once.
 */
export class FirstRequest {
  readonly #limits: FirstRequestLimits;
  /** Whether a head is one whose body is waited for. */
  readonly #isAdmitted: (head: PlainHead) => boolean;
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;
  /** The line of the head that has not ended yet, and whether it is the first one. */
  #line = "";
  #isRequestLine = true;
  /** Of head and body, once the head is whole. */
  #wholeLength: number | undefined;

  constructor(limits: FirstRequestLimits, isAdmitted: (head: PlainHead) => boolean) {
    this.#limits = limits;
    this.#isAdmitted = isAdmitted;
  }

  /** All bytes so far. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Whether the head is there, and a part of the body is missing. */
  get isHeadWhole(): boolean {
    return this.#wholeLength !== undefined;
  }

  /** Adds a piece; whether the request is right so far, and not whole yet. */
  isIncompleteWith(piece: Buffer): boolean {
    const isFirst = this.#length === 0;
    this.#append(piece);
    if (this.#wholeLength !== undefined) return this.#length < this.#wholeLength;
    const [end = "", ...more] = piece.toString("latin1").split("\n");
    const isHeadPartial = (!isFirst || isPartialHead(this.bytes)) && this.#isHeadRightWith(end, more);
    return isHeadPartial ? this.#length < this.#limits.headerBytes : this.#isBodyPartial();
  }

  /** The end of a line, and what follows: of a line that comes byte by byte only what is new is looked at. */
  #isHeadRightWith(end: string, more: readonly string[]): boolean {
    this.#line += end;
    if (!isPartOfLine(end)) return false;
    for (const next of more) {
      if (!(this.#isRequestLine ? isRequestLine : isHeaderLine)(this.#line) || !isPartOfLine(next)) return false;
      this.#isRequestLine = false;
      this.#line = next;
    }
    return true;
  }

  #isBodyPartial(): boolean {
    const { headerBytes, bodyBytes } = this.#limits;
    if (this.#length >= headerBytes + bodyBytes) return false;
    const partial = headOfPartialBody(this.bytes, bodyBytes);
    if (!partial || !this.#isAdmitted(partial.head)) return false;
    this.#wholeLength = partial.wholeLength;
    return true;
  }

  #append(piece: Buffer): void {
    const length = this.#length + piece.byteLength;
    if (length > this.#buffer.byteLength) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#buffer.byteLength));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    piece.copy(this.#buffer, this.#length);
    this.#length = length;
  }
}
