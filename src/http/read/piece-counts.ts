import type { Body } from "../../present/pages/body.ts";

/**
 * Counts who holds each piece of answers: what is cached, and answers on their way. A piece that is on its way and not
 * cached any more takes memory that the cache does not know of: it is unshared. One that nobody holds is free.
 */
export class PieceCounts {
  readonly #cached = new Counts<Uint8Array>();
  readonly #sending = new Counts<Uint8Array>();
  readonly #onFree: (piece: Uint8Array) => void;
  #unsharedBytes = 0;
  #version = 0;

  constructor(onFree: (piece: Uint8Array) => void = () => undefined) {
    this.#onFree = onFree;
  }

  get unsharedBytes(): number {
    return this.#unsharedBytes;
  }

  /** Another number whenever something else is cached. */
  get version(): number {
    return this.#version;
  }

  isCached(piece: Uint8Array): boolean {
    return this.#cached.has(piece);
  }

  /** Some pieces are cached in the place of others; most of them mostly are the same at the same place. */
  replace(before: Body, after: Body): void {
    const isOther = (_: Uint8Array, at: number) => before.length !== after.length || before[at] !== after[at];
    for (const piece of after.filter(isOther)) this.#cache(piece);
    for (const piece of before.filter(isOther)) this.#uncache(piece);
    this.#version += 1;
  }

  /** The pieces are on their way once more; or once less. */
  send(pieces: Body): void {
    for (const piece of pieces) {
      if (this.#sending.add(piece) === 1 && !this.#cached.has(piece)) this.#unsharedBytes += piece.byteLength;
    }
  }

  sent(pieces: Body): void {
    for (const piece of pieces) {
      if (this.#sending.remove(piece) > 0 || this.#cached.has(piece)) continue;
      this.#unsharedBytes -= piece.byteLength;
      this.#onFree(piece);
    }
  }

  #cache(piece: Uint8Array): void {
    if (this.#cached.add(piece) === 1 && this.#sending.has(piece)) this.#unsharedBytes -= piece.byteLength;
  }

  #uncache(piece: Uint8Array): void {
    if (this.#cached.remove(piece) > 0) return;
    if (this.#sending.has(piece)) this.#unsharedBytes += piece.byteLength;
    else this.#onFree(piece);
  }
}

/** How many times each of some values is held. */
export class Counts<Value> {
  readonly #counts = new Map<Value, number>();

  get values(): Iterable<Value> {
    return this.#counts.keys();
  }

  has(value: Value): boolean {
    return this.#counts.has(value);
  }

  /** Gives how many times it is held then. */
  add(value: Value): number {
    const count = (this.#counts.get(value) ?? 0) + 1;
    this.#counts.set(value, count);
    return count;
  }

  remove(value: Value): number {
    const count = (this.#counts.get(value) ?? 0) - 1;
    if (count > 0) this.#counts.set(value, count);
    else this.#counts.delete(value);
    return count;
  }
}
