import { type Dependencies, haveSameItems } from "../../../core/present/dependencies.ts";
import type { Page } from "../../../core/present/pages/pages.ts";
import type { Representation } from "./representation.ts";

/** What is cached at the most, beside the newest response. */
interface Capacity {
  readonly bytes: number;
  readonly responses: number;
  /** So much stays however long no client reads it. */
  readonly idleBytes: number;
  /** A response that is larger is not cached, nor are its pages. */
  readonly largestBytes: number;
}

/** A representation, and what it depends on. */
export interface CacheableResponse {
  readonly dependencies: Dependencies;
  readonly representation: Representation;
  readonly sectionKeys: readonly string[];
}

interface Entry extends CacheableResponse {
  /** As they are counted; a variant that is made later is not among them. */
  readonly bytes: number;
  wasReadAgain: boolean;
  wasReadSinceSweep: boolean;
}

/** The pages of a section, and the response for which they were made last. */
interface CachedSection {
  readonly pages: readonly Page[];
  readonly responseKey: string;
}

/**
 * Responses that may be large, by key, and the pages of their sections, which responses may share. Responses that were read
 * once make room first (a second-chance cache), so a thousand different lists that are read once do not push out the
 * lists that clients poll.
 */
export class ResponseCache {
  readonly #capacity: Capacity;
  /** The oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #sections = new Map<string, CachedSection>();
  #bytes = 0;

  constructor(capacity: Capacity) {
    this.#capacity = capacity;
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

  /** The newest pages of a section, whether or not they still hold. */
  pagesOf(sectionKey: string): readonly Page[] {
    return this.#sections.get(sectionKey)?.pages ?? [];
  }

  /** Pages belong to one response, and are forgotten with it. */
  putPages(sectionKey: string, section: CachedSection): void {
    this.#sections.set(sectionKey, section);
  }

  put(key: string, response: CacheableResponse): void {
    const bytes = response.representation.cachedBytes;
    if (bytes > this.#capacity.largestBytes) {
      this.forget(key, response.sectionKeys);
      return;
    }
    const wasReadAgain = this.#take(key) !== undefined;
    this.#makeRoomFor(bytes);
    this.#entries.set(key, { ...response, bytes, wasReadAgain, wasReadSinceSweep: true });
    this.#bytes += bytes;
  }

  /** Forgets a response, and the pages that belong to it. */
  forget(key: string, sectionKeys: readonly string[] = this.#entries.get(key)?.sectionKeys ?? []): void {
    this.#take(key);
    for (const sectionKey of sectionKeys) {
      if (this.#sections.get(sectionKey)?.responseKey === key) this.#sections.delete(sectionKey);
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
