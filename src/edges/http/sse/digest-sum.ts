import { hash } from "node:crypto";

/** The first 16 bytes of the SHA-256 of a text in UTF-8, or the exclusive or of several: four numbers of 32 bits. */
export type Digest = Int32Array;

const WORDS = 4;
const HEX_OF_WORD = 8;

/** That of nothing. */
export const noDigest = (): Digest => new Int32Array(WORDS);

export function digestOf(text: string): Digest {
  const hex = hash("sha256", text, "hex");
  return noDigest().map((_, at) => Number.parseInt(hex.slice(at * HEX_OF_WORD, (at + 1) * HEX_OF_WORD), 16));
}

/** Puts a digest into a sum, or takes it out where it is in. */
export function toggle(sum: Digest, digest: Digest): void {
  for (const [at, word] of digest.entries()) sum[at] = (sum[at] ?? 0) ^ word;
}

export const hexOf = (digest: Digest): string =>
  [...digest].map((word) => (word >>> 0).toString(16).padStart(HEX_OF_WORD, "0")).join("");

/**
 * The digests of many texts, and their sum. They stand side by side in one array: as values of their own, those of
 * 200,000 resources were 40 MB for V8 to look through in each collection.
 */
export class DigestSum {
  readonly sum = noDigest();
  readonly #slots = new Map<string, number>();
  readonly #freeSlots: number[] = [];
  #digests: Digest = noDigest();

  /** Undefined: there is no such text any more. */
  set(id: string, text: string | undefined): void {
    const slot = this.#slots.get(id);
    if (slot !== undefined) toggle(this.sum, this.#at(slot));
    if (text === undefined) this.#remove(id, slot);
    else this.#put(slot ?? this.#add(id), digestOf(text));
  }

  clear(): void {
    this.sum.fill(0);
    this.#slots.clear();
    this.#freeSlots.length = 0;
    this.#digests = noDigest();
  }

  #put(slot: number, digest: Digest): void {
    this.#at(slot).set(digest);
    toggle(this.sum, digest);
  }

  #at(slot: number): Digest {
    return this.#digests.subarray(slot * WORDS, (slot + 1) * WORDS);
  }

  #add(id: string): number {
    const slot = this.#freeSlots.pop() ?? this.#slots.size;
    this.#slots.set(id, slot);
    if (slot * WORDS === this.#digests.length) {
      const larger = new Int32Array(this.#digests.length * 2);
      larger.set(this.#digests);
      this.#digests = larger;
    }
    return slot;
  }

  #remove(id: string, slot: number | undefined): void {
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#freeSlots.push(slot);
  }
}
