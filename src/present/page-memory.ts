/** Where the bytes of pages are kept. */
export interface PageMemory {
  /** For so many bytes, whatever is in there. */
  take(length: number): Buffer;
  /** Bytes that are in no list any more. */
  giveBack(bytes: readonly Buffer[]): void;
}

/** Of its own for each: Node's small buffers share theirs, so one that is kept for long keeps that of others. */
export const NEW_MEMORY: PageMemory = {
  take: (length) => Buffer.allocUnsafeSlow(length),
  giveBack: () => undefined,
};

/** Pages differ in length by a few bytes; what is cut to such steps does for nearly all of them. */
const STEP_BYTES = 256;
/** No more is put by than a rush of changes needs. */
const MOST_BYTES = 1024 * 1024;

/**
 * Memory of former pages for new ones. A list that is read while it changes throws megabytes away each second otherwise,
 * and the engine looks through everything that is in use to find them. What is still being sent must not be written to:
 * `isInUse` is asked of everything at once.
 */
export class ReusedMemory implements PageMemory {
  readonly #isInUse: () => boolean;
  readonly #free = new Map<number, ArrayBuffer[]>();
  #bytes = 0;

  constructor(isInUse: () => boolean) {
    this.#isInUse = isInUse;
  }

  take(length: number): Buffer {
    const capacity = Math.ceil(length / STEP_BYTES) * STEP_BYTES;
    const known = this.#free.get(capacity)?.pop();
    if (known) this.#bytes -= capacity;
    return Buffer.from(known ?? new ArrayBuffer(capacity), 0, length);
  }

  giveBack(bytes: readonly Buffer[]): void {
    if (this.#isInUse()) return;
    for (const { buffer } of bytes) this.#put(buffer as ArrayBuffer);
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
