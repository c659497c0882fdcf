import type { Chunk } from "./chunk.ts";

/** Chunks by the event that they follow, so that all streams that need a chunk send the same bytes; the oldest make room. */
export class ChunkCache<Entry extends { readonly chunk: Chunk }> {
  readonly #capacityBytes: number;
  readonly #entries = new Map<number, Entry>();
  #bytes = 0;

  constructor(capacityBytes: number) {
    this.#capacityBytes = capacityBytes;
  }

  get(after: number, make: () => Entry): Entry {
    const cached = this.#entries.get(after);
    if (cached) return cached;
    const entry = make();
    this.#entries.set(after, entry);
    this.#bytes += entry.chunk.bytes.byteLength;
    for (const [oldest, { chunk }] of this.#entries) {
      if (this.#bytes <= this.#capacityBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= chunk.bytes.byteLength;
    }
    return entry;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
