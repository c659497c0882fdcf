import type { ReadableCollection } from "../home/collection.ts";
import { type Id, idFrom } from "../home/ids.ts";
import type { Presenting } from "../present/presenting.ts";
import { digestOf } from "./digest.ts";

/** How many resources are digested before others have their turn. */
const SLICE = 100;

/** The digests of one kind of resource, as one sum that goes along with every change. */
export class FollowedDigests<Resource extends { readonly id: Id<string> }> {
  readonly #collection: ReadableCollection<Resource>;
  readonly #presenting: Presenting<Resource>;
  readonly #digests = new Map<string, bigint>();
  #sum = 0n;
  /** Those that may still have to be digested for the first time. */
  #due: string[] = [];
  #next: NodeJS.Immediate | undefined;

  constructor(collection: ReadableCollection<Resource>, presenting: Presenting<Resource>) {
    this.#collection = collection;
    this.#presenting = presenting;
  }

  /** Takes everything down as it is now, a little at a time. */
  begin(): void {
    this.#due = this.#collection.all().map(({ id }) => id);
    this.#digestSome();
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
    this.#digestDue(this.#due.length);
    return this.#sum;
  }

  end(): void {
    clearImmediate(this.#next);
    this.#due = [];
    this.#digests.clear();
    this.#sum = 0n;
  }

  #digestSome(): void {
    this.#digestDue(SLICE);
    if (this.#due.length > 0) this.#next = setImmediate(() => this.#digestSome());
  }

  #digestDue(count: number): void {
    for (const id of this.#due.splice(-count, count)) if (!this.#digests.has(id)) this.change(id);
  }
}
