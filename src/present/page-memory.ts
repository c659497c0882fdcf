/** Where the bytes of pages are kept. */
export interface PageMemory {
  /** For so many bytes, whatever is in there. */
  take(length: number): Buffer;
}

/** Of its own for each: Node's small buffers share theirs, so one that is kept for long keeps that of others. */
export const NEW_MEMORY: PageMemory = { take: (length) => Buffer.allocUnsafeSlow(length) };

/** Pages differ in length by a few bytes; what is cut to such steps does for nearly all of them. */
const STEP_BYTES = 256;
/** No more is put by than a rush of changes needs. */
const MOST_BYTES = 1024 * 1024;

/**
 * Memory of former pages for new ones. A list that is read while it changes throws megabytes away each second otherwise,
 * and the engine looks through everything that is in use to find them. Whoever gives bytes back must know that nobody
 * reads them any more.
 */
export class ReusedMemory implements PageMemory {
  readonly #own = new WeakSet<ArrayBufferLike>();
  readonly #free = new Map<number, ArrayBuffer[]>();
  #bytes = 0;

  take(length: number): Buffer {
    const capacity = Math.ceil(length / STEP_BYTES) * STEP_BYTES;
    const known = this.#free.get(capacity)?.pop();
    if (known) this.#bytes -= capacity;
    return Buffer.from(known ?? this.#made(capacity), 0, length);
  }

  /** Bytes that came from elsewhere are left alone. */
  giveBack(pieces: readonly Uint8Array[]): void {
    for (const { buffer } of pieces) if (this.#own.has(buffer)) this.#put(buffer as ArrayBuffer);
  }

  #made(capacity: number): ArrayBuffer {
    const made = new ArrayBuffer(capacity);
    this.#own.add(made);
    return made;
  }

  #put(memory: ArrayBuffer): void {
    const { byteLength } = memory;
    if (this.#bytes + byteLength > MOST_BYTES) return;
    this.#bytes += byteLength;
    const alike = this.#free.get(byteLength);
    if (alike) alike.push(memory);
    else this.#free.set(byteLength, [memory]);
  }
}
