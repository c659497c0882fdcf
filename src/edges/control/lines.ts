export const LINE_END = 0x0a;

/** Puts lines together from the pieces in which a stream brings them. */
export class Lines {
  readonly #maxBytes: number;
  #begun: Uint8Array[] = [];
  #begunBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that a piece completes, without their ends; "too-long" when one does not come to an end. */
  take(piece: Uint8Array): readonly Uint8Array[] | "too-long" {
    const whole: Uint8Array[] = [];
    let from = 0;
    for (let end = piece.indexOf(LINE_END); end !== -1; end = piece.indexOf(LINE_END, from)) {
      this.#begin(piece.subarray(from, end));
      whole.push(this.rest());
      from = end + 1;
    }
    this.#begin(piece.subarray(from));
    return this.#begunBytes > this.#maxBytes ? "too-long" : whole;
  }

  /** What was begun and has no end. */
  rest(): Uint8Array {
    const rest = Buffer.concat(this.#begun);
    this.#begun = [];
    this.#begunBytes = 0;
    return rest;
  }

  #begin(piece: Uint8Array): void {
    this.#begun.push(piece);
    this.#begunBytes += piece.length;
  }
}
