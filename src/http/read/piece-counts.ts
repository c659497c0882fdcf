import type { Body } from "../../present/pages/body.ts";

/**
 * Reference counts of the pieces of response bodies, held by the cache and by responses in flight. A piece in flight that
 * is not cached any more takes memory that the cache does not know of: such a piece is unshared.
 */
export class PieceCounts {
  readonly #cached = new Counts<Uint8Array>();
  readonly #inFlight = new Counts<Uint8Array>();
  #unsharedBytes = 0;
  #version = 0;

  get unsharedBytes(): number {
    return this.#unsharedBytes;
  }

  /** Another number whenever the cache holds other pieces. */
  get version(): number {
    return this.#version;
  }

  isCached(piece: Uint8Array): boolean {
    return this.#cached.has(piece);
  }

  /** The cache holds some pieces in place of others; mostly most are the same at the same place. */
  replace(before: Body, after: Body): void {
    const isDifferent = (_: Uint8Array, at: number) => before.length !== after.length || before[at] !== after[at];
    for (const piece of after.filter(isDifferent)) this.#cache(piece);
    for (const piece of before.filter(isDifferent)) this.#uncache(piece);
    this.#version += 1;
  }

  /** The pieces are in flight once more. */
  addInFlight(pieces: Body): void {
    for (const piece of pieces) {
      if (this.#inFlight.add(piece) === 1 && !this.#cached.has(piece)) this.#unsharedBytes += piece.byteLength;
    }
  }

  /** The pieces are in flight once less. */
  removeInFlight(pieces: Body): void {
    for (const piece of pieces) {
      if (this.#inFlight.remove(piece) > 0 || this.#cached.has(piece)) continue;
      this.#unsharedBytes -= piece.byteLength;
    }
  }

  #cache(piece: Uint8Array): void {
    if (this.#cached.add(piece) === 1 && this.#inFlight.has(piece)) this.#unsharedBytes -= piece.byteLength;
  }

  #uncache(piece: Uint8Array): void {
    if (this.#cached.remove(piece) > 0) return;
    if (this.#inFlight.has(piece)) this.#unsharedBytes += piece.byteLength;
  }
}

/** How many times each value is held. */
export class Counts<Value> {
  readonly #counts = new Map<Value, number>();

  get values(): Iterable<Value> {
    return this.#counts.keys();
  }

  has(value: Value): boolean {
    return this.#counts.has(value);
  }

  /** Returns how many times the value is held then. */
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
