import { type Body, lengthOf } from "../../present/pages/body.ts";
import type { Page } from "../../present/pages/pages.ts";
import { holdSame } from "../../present/response-cache.ts";
import type { PieceCounts } from "./piece-counts.ts";
import type { Representation } from "./representation.ts";

/** What is cached at the most, beside the newest. */
interface Capacity {
  readonly bytes: number;
  readonly responses: number;
  /** As much is kept however long nobody asks for it. */
  readonly idleBytes: number;
}

/** A response with the values that it was made from: while they are the same ones, so is the response. */
export interface MadeResponse {
  readonly madeFrom: readonly unknown[];
  readonly representation: Representation;
  /** The keys of the parts that the response holds. */
  readonly keys: readonly string[];
}

interface Entry extends MadeResponse {
  /** As they are counted; a form that is made later is not among them. */
  readonly pieces: Body;
  readonly bytes: number;
  wasAskedAgain: boolean;
  wasAskedSinceSweep: boolean;
}

/** Pages of a part, and the question for which they were made last. */
interface CachedPart {
  readonly pages: readonly Page[];
  readonly question: string;
}

/**
 * Responses by what was asked, and the pages of their parts, which other responses may share. Those that nobody asked
 * for again make room first: whoever asks for a thousand different lists once does not push out what others live on.
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

  /** The response to a question, be it still true or not. */
  former(question: string): Representation | undefined {
    return this.#entries.get(question)?.representation;
  }

  /** The response to a question, if it is still true. */
  find(question: string, madeFrom: readonly unknown[]): Representation | undefined {
    const entry = this.#entries.get(question);
    if (!entry || !holdSame(entry.madeFrom, madeFrom)) return undefined;
    entry.wasAskedAgain = true;
    entry.wasAskedSinceSweep = true;
    return entry.representation;
  }

  /** The newest pages of a part, be they still true or not. */
  pagesOf(key: string): readonly Page[] {
    return this.#parts.get(key)?.pages ?? [];
  }

  /** Pages count as those of a question; they are forgotten with its response, or if it comes to none. */
  putPages(key: string, part: CachedPart): void {
    this.#counts.replace(bytesOf(this.pagesOf(key)), bytesOf(part.pages));
    this.#parts.set(key, part);
  }

  put(question: string, { madeFrom, representation, keys }: MadeResponse): void {
    const { pieces } = representation;
    const bytes = lengthOf(pieces);
    const former = this.#entries.get(question);
    this.#counts.replace(former?.pieces ?? [], pieces);
    this.#take(question);
    this.#makeRoomFor(bytes);
    const wasAskedAgain = former !== undefined;
    this.#entries.set(question, {
      madeFrom,
      representation,
      keys,
      pieces,
      bytes,
      wasAskedAgain,
      wasAskedSinceSweep: true,
    });
    this.#bytes += bytes;
  }

  /** Forgets a response, and the pages that were made for its question alone. */
  forget(question: string, keys: readonly string[] = this.#entries.get(question)?.keys ?? []): void {
    this.#counts.replace(this.#take(question)?.pieces ?? [], []);
    for (const key of keys) {
      const part = this.#parts.get(key);
      if (part?.question !== question) continue;
      this.#parts.delete(key);
      this.#counts.replace(bytesOf(part.pages), []);
    }
  }

  /** To be called now and then: forgets what nobody has asked for since the last time, the oldest first. */
  sweep(): void {
    for (const [question, entry] of this.#entries) {
      if (!entry.wasAskedSinceSweep && this.#bytes > this.#capacity.idleBytes) this.forget(question);
      entry.wasAskedSinceSweep = false;
    }
  }

  #makeRoomFor(bytes: number): void {
    const isRoom = () => this.#bytes + bytes <= this.#capacity.bytes && this.#entries.size < this.#capacity.responses;
    while (!isRoom() && this.#entries.size > 0) this.#forgetOne();
  }

  /** The oldest that nobody asked for again; those before it have another chance. */
  #forgetOne(): void {
    for (const [question, entry] of this.#entries) {
      if (!entry.wasAskedAgain) {
        this.forget(question);
        return;
      }
      entry.wasAskedAgain = false;
      this.#entries.delete(question);
      this.#entries.set(question, entry);
    }
  }

  /** Takes a response out. */
  #take(question: string): Entry | undefined {
    const entry = this.#entries.get(question);
    this.#entries.delete(question);
    this.#bytes -= entry?.bytes ?? 0;
    return entry;
  }
}

const bytesOf = (pages: readonly Page[]): Body => pages.map(({ bytes }) => bytes);
