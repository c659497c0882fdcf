import { hash, randomUUID } from "node:crypto";
import type { HomeEntries } from "./home-entries.ts";
import type { PublishedMemory } from "./published-memory.ts";
import type { Put } from "./put.ts";

/** A put with all that is needed to repeat it, and to remember it. */
export interface Attempt extends Put {
  readonly revision: number;
  readonly digest: string;
  readonly epoch: string;
}

interface AttemptsOptions {
  readonly entries: HomeEntries;
  readonly memory: PublishedMemory;
}

/** Makes the puts that bring the bucket up to date. One that may be stored is made again as it was. */
export class Attempts {
  readonly #options: AttemptsOptions;
  /** By key: puts that were not answered, and may be stored. */
  readonly #unanswered = new Map<string, Attempt>();

  constructor(options: AttemptsOptions) {
    this.#options = options;
  }

  /** Undefined where the bucket has the entry as it is. */
  for(key: string): Attempt | undefined {
    const { entries, memory } = this.#options;
    const { epoch } = memory;
    const known = memory.published(key);
    const value = entries.valueOf(key, epoch);
    if (value === undefined && !known) return undefined;
    const digest = value === undefined ? "" : digestOf(value);
    if (value !== undefined && known?.digest === digest) return undefined;
    const earlier = this.#unanswered.get(key);
    this.#unanswered.delete(key);
    // The same again is taken as the same: the bucket stores it once.
    if (earlier?.digest === digest && earlier.epoch === epoch) return earlier;
    return { key, value, digest, epoch, messageId: randomUUID(), revision: known?.revision ?? 0 };
  }

  unanswered(attempt: Attempt): void {
    this.#unanswered.set(attempt.key, attempt);
  }
}

const DIGEST_CHARACTERS = 22;

const digestOf = (value: string): string => hash("sha256", value, "base64url").slice(0, DIGEST_CHARACTERS);
