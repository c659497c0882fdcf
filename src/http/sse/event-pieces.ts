/** Finished pieces by what they hold, so that the same bytes go to everyone who needs them; the oldest make room. */
export class SharedPieces<Piece extends { readonly bytes: Uint8Array }> {
  readonly #capacityBytes: number;
  readonly #pieces = new Map<string, Piece>();
  #bytes = 0;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
  }

  get(key: string, make: () => Piece): Piece {
    const kept = this.#pieces.get(key);
    if (kept) return kept;
    const piece = make();
    this.#pieces.set(key, piece);
    this.#bytes += piece.bytes.byteLength;
    for (const [oldest, { bytes }] of this.#pieces) {
      if (this.#bytes <= this.#capacityBytes) break;
      this.#pieces.delete(oldest);
      this.#bytes -= bytes.byteLength;
    }
    return piece;
  }

  clear(): void {
    this.#pieces.clear();
    this.#bytes = 0;
  }
}
