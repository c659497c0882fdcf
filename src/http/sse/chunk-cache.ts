/** Chunks of bytes by key, so that all streams that need a chunk send the same bytes; the oldest make room. */
export class ChunkCache<Chunk extends { readonly bytes: Uint8Array }> {
  readonly #capacityBytes: number;
  readonly #chunks = new Map<string, Chunk>();
  #bytes = 0;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
  }

  get(key: string, make: () => Chunk): Chunk {
    const cached = this.#chunks.get(key);
    if (cached) return cached;
    const chunk = make();
    this.#chunks.set(key, chunk);
    this.#bytes += chunk.bytes.byteLength;
    for (const [oldest, { bytes }] of this.#chunks) {
      if (this.#bytes <= this.#capacityBytes) break;
      this.#chunks.delete(oldest);
      this.#bytes -= bytes.byteLength;
    }
    return chunk;
  }

  clear(): void {
    this.#chunks.clear();
    this.#bytes = 0;
  }
}
