import { type Dependencies, haveSameItems } from "../../present/dependencies.ts";
import { type Body, lengthOf } from "../../present/pages/body.ts";
import type { Page } from "../../present/pages/pages.ts";
import type { PieceCounts } from "./piece-counts.ts";
import type { Representation } from "./representation.ts";

/** What is cached at the most, beside the newest response. */
interface Capacity {
  readonly bytes: number;
  readonly responses: number;
  /** So much stays however long no client reads it. */
  readonly idleBytes: number;
}

/** A representation, and what it depends on. */
export interface CacheableResponse {
  readonly dependencies: Dependencies;
  readonly representation: Representation;
  /** The parts that the response holds. */
  readonly partKeys: readonly string[];
}

interface Entry extends CacheableResponse {
  /** As they are counted; a variant that is made later is not among them. */
  readonly pieces: Body;
  readonly bytes: number;
  wasReadAgain: boolean;
  wasReadSinceSweep: boolean;
}

/** The pages of a part, and the response for which they were made last. */
interface CachedPart {
  readonly pages: readonly Page[];
  readonly responseKey: string;
}

/**
 * Responses that may be large, by key, and the pages of their parts, which responses may share. Responses that were read
 * once make room first (a second-chance cache), so a thousand different lists that are read once do not push out the
 * lists that clients poll.
 */
export class ResponseCache {
  readonly #capacity: Capacity;
  readonly #counts: PieceCounts;
  /** The oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #parts = new Map<string, CachedPart>();
  #bytes = 0;

  constructor(capacity: Capacity, counts: PieceCounts) {
    this.#capacity = capacity;
    this.#counts = counts;
  }

  /** The newest response of a key, whether or not it still holds. */
  former(key: string): Representation | undefined {
    return this.#entries.get(key)?.representation;
  }

  /** The response of a key, if it still holds. */
  find(key: string, dependencies: readonly unknown[]): Representation | undefined {
    const entry = this.#entries.get(key);
    if (!entry || !haveSameItems(entry.dependencies, dependencies)) return undefined;
    entry.wasReadAgain = true;
    entry.wasReadSinceSweep = true;
    return entry.representation;
  }

  /** The newest pages of a part, whether or not they still hold. */
  pagesOf(partKey: string): readonly Page[] {
    return this.#parts.get(partKey)?.pages ?? [];
  }

  /** Pages belong to one response, and are forgotten with it. */
  putPages(partKey: string, part: CachedPart): void {
    this.#counts.replace(bytesOf(this.pagesOf(partKey)), bytesOf(part.pages));
    this.#parts.set(partKey, part);
  }

  put(key: string, { dependencies, representation, partKeys }: CacheableResponse): void {
    const { pieces } = representation;
    const bytes = lengthOf(pieces);
    const former = this.#entries.get(key);
    this.#counts.replace(former?.pieces ?? [], pieces);
    this.#take(key);
    this.#makeRoomFor(bytes);
    const wasReadAgain = former !== undefined;
    this.#entries.set(key, {
      dependencies,
      representation,
      partKeys,
      pieces,
      bytes,
      wasReadAgain,
      wasReadSinceSweep: true,
    });
    this.#bytes += bytes;
  }

  /** Forgets a response, and the pages that belong to it. */
  forget(key: string, partKeys: readonly string[] = this.#entries.get(key)?.partKeys ?? []): void {
    this.#counts.replace(this.#take(key)?.pieces ?? [], []);
    for (const partKey of partKeys) {
      const part = this.#parts.get(partKey);
      if (part?.responseKey !== key) continue;
      this.#parts.delete(partKey);
      this.#counts.replace(bytesOf(part.pages), []);
    }
  }

  /** To be called now and then: forgets what no client has read since the last time, the oldest first. */
  sweep(): void {
    for (const [key, entry] of this.#entries) {
      if (!entry.wasReadSinceSweep && this.#bytes > this.#capacity.idleBytes) this.forget(key);
      entry.wasReadSinceSweep = false;
    }
  }

  #makeRoomFor(bytes: number): void {
    const isRoom = () => this.#bytes + bytes <= this.#capacity.bytes && this.#entries.size < this.#capacity.responses;
    while (!isRoom() && this.#entries.size > 0) this.#forgetOne();
  }

  /** The oldest that was not read again; those before it have a second chance. */
  #forgetOne(): void {
    for (const [key, entry] of this.#entries) {
      if (!entry.wasReadAgain) {
        this.forget(key);
        return;
      }
      entry.wasReadAgain = false;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
  }

  /** Takes a response out. */
  #take(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    this.#bytes -= entry?.bytes ?? 0;
    return entry;
  }
}

const bytesOf = (pages: readonly Page[]): Body => pages.map(({ bytes }) => bytes);
