import type { ReadableCollection } from "../../home/collection.ts";
import { type Id, idFrom } from "../../home/model/ids.ts";
import type { Presenting } from "../../present/presenting.ts";
import type { Steps } from "../../shared/steps.ts";
import { digestOf } from "./digest.ts";

/** The digests of one kind of resource, as one sum that goes along with every change. */
export class FollowedDigests<Resource extends { readonly id: Id<string> }> {
  readonly #collection: ReadableCollection<Resource>;
  readonly #presenting: Presenting<Resource>;
  readonly #digests = new Map<string, bigint>();
  #sum = 0n;
  /** Those that may still have to be digested for the first time. */
  #due: string[] = [];

  constructor(collection: ReadableCollection<Resource>, presenting: Presenting<Resource>) {
    this.#collection = collection;
    this.#presenting = presenting;
  }

  begin(): void {
    this.#due = this.#collection.all().map(({ id }) => id);
  }

  /** Digests everything for the first time, so that little is left to do for `sum`: a resource in each step. */
  *digest(): Steps<void> {
    while (this.#due.length > 0) {
      this.#digestNext();
      yield;
    }
  }

  /** One is another now, or is no more. */
  change(id: string): void {
    const resource = this.#collection.get(idFrom<Resource["id"]>(id));
    const text = resource && this.#presenting.present(resource);
    const digest = text === undefined ? 0n : digestOf(text);
    this.#sum ^= (this.#digests.get(id) ?? 0n) ^ digest;
    if (text === undefined) this.#digests.delete(id);
    else this.#digests.set(id, digest);
  }

  sum(): bigint {
    while (this.#due.length > 0) this.#digestNext();
    return this.#sum;
  }

  end(): void {
    this.#due = [];
    this.#digests.clear();
    this.#sum = 0n;
  }

  #digestNext(): void {
    const id = this.#due.pop();
    if (id !== undefined && !this.#digests.has(id)) this.change(id);
  }
}
