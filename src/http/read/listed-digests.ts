import { digestOf } from "./digest.ts";

/** The digests of a list that is looked at as a whole, as one sum. Only what is new in it is digested. */
export class ListedDigests {
  #texts: readonly string[] = [];
  #digests = new Map<string, bigint>();
  #sum = 0n;

  of(texts: readonly string[], spell: (text: string) => string): bigint {
    if (texts === this.#texts) return this.#sum;
    let sum = 0n;
    for (const text of texts) sum ^= this.#digest(text, spell);
    this.#texts = texts;
    this.#sum = sum;
    this.#forgetFormer();
    return sum;
  }

  #digest(text: string, spell: (text: string) => string): bigint {
    const known = this.#digests.get(text);
    if (known !== undefined) return known;
    const digest = digestOf(spell(text));
    this.#digests.set(text, digest);
    return digest;
  }

  /** Now and then: to go through all that is kept takes longer than to find what is wanted. */
  #forgetFormer(): void {
    if (this.#digests.size <= this.#texts.length * 1.25 + 100) return;
    this.#digests = new Map(this.#texts.map((text) => [text, this.#digests.get(text) ?? 0n]));
  }
}
