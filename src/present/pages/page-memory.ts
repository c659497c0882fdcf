/** Where the bytes of pages are kept. */
export interface PageMemory {
  /** For so many bytes, whatever is in there. */
  take(length: number): Buffer;
}

/**
 * An array buffer that could be resized lies in a mapping of its own, which the system has back the moment that the
 * buffer is collected. Any other comes from the C library, which keeps what is freed between things that are not:
 * after a rush of large lists that was more than all the rest of the gateway (decision 38).
 */
const mapped = (length: number): ArrayBuffer => new ArrayBuffer(length, { maxByteLength: length });

/** What a mapping is cut to; pages differ in length by a few bytes, so what is free does for nearly all of them. */
const STEP_BYTES = 4096;

const capacityFor = (length: number): number => Math.ceil(length / STEP_BYTES) * STEP_BYTES;

/** Of its own for each: Node's small buffers share theirs, so one that is kept for long keeps that of others. */
export const NEW_MEMORY: PageMemory = { take: (length) => Buffer.from(mapped(capacityFor(length)), 0, length) };

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
    const capacity = capacityFor(length);
    const known = this.#free.get(capacity)?.pop();
    if (known) this.#bytes -= capacity;
    return Buffer.from(known ?? this.#made(capacity), 0, length);
  }

  /** Bytes that came from elsewhere are left alone. */
  giveBack(pieces: readonly Uint8Array[]): void {
    for (const { buffer } of pieces) if (this.#own.has(buffer)) this.#put(buffer as ArrayBuffer);
  }

  #made(capacity: number): ArrayBuffer {
    const made = mapped(capacity);
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
