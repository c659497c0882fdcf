import { HTTP_LIMITS } from "../../edges/http/limits.ts";
import { type AwaitedRequest, fitsRequest, type RequestFilter } from "./request-filter.ts";

/** A request that came. */
export interface LoggedRequest {
  /** The first one is 1. */
  readonly number: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text; it is whole once there is a status, unless the gateway refused it half-way. */
  readonly body: string;
  /** Of the answer that the client got; undefined while, or because, there is none. */
  readonly status: number | undefined;
}

/** What of a request is known as soon as its head has come. */
export type BegunRequest = Omit<LoggedRequest, "number" | "body" | "status">;

interface Entry {
  readonly request: LoggedRequest & { body: string; status: number | undefined };
  /** Whether nobody needs to wait for it any more. */
  isDecided: boolean;
  /** Whether it is known what the client got. */
  isSettled: boolean;
  letters: number;
  readonly onDecided: Set<() => void>;
}

interface Waiter {
  readonly filter: RequestFilter;
  readonly take: (entry: Entry) => void;
  readonly reject: (why: Error) => void;
}

/** The oldest requests beyond these are forgotten. */
const MOST_REQUESTS = 10_000;
const MOST_LETTERS = 16 * 1024 * 1024;
const MOST_WAITING = 100;
/** More than the gateway takes of a body, so that it is seen that a client sent too much. */
const MOST_BODY_LETTERS = 2 * HTTP_LIMITS.bodyBytes;

/** The latest requests, in the order in which they came. */
export class RequestLog {
  #entries: Entry[] = [];
  #count = 0;
  #letters = 0;
  readonly #waiters = new Set<Waiter>();
  #waiting = 0;
  readonly #onSettled: (request: LoggedRequest) => void;

  /** Calls back with each request that was answered, or that will have no answer. */
  constructor(onSettled: (request: LoggedRequest) => void = () => undefined) {
    this.#onSettled = onSettled;
  }

  get requests(): readonly LoggedRequest[] {
    return this.#entries.map(({ request }) => request);
  }

  /**
   * The next one to come that fits, once it is known what the client got, or that its answer is held back. After a number
   * it is the first one that fits behind that number, which may have come already.
   */
  async next({ after, ...filter }: Omit<AwaitedRequest, "withinMillis">, signal?: AbortSignal): Promise<LoggedRequest> {
    if (this.#waiting >= MOST_WAITING) throw new Error(`There are already ${MOST_WAITING} waits for a next request.`);
    this.#waiting += 1;
    try {
      const entry = this.#first(filter, after) ?? (await this.#nextToCome(filter, signal));
      await decided(entry, signal);
      return entry.request;
    } finally {
      this.#waiting -= 1;
    }
  }

  add(begun: BegunRequest): OpenEntry {
    this.#count += 1;
    const request = { number: this.#count, ...begun, body: "", status: undefined };
    const entry: Entry = { request, isDecided: false, isSettled: false, letters: 0, onDecided: new Set() };
    this.#entries.push(entry);
    this.#grow(entry, JSON.stringify(begun).length);
    for (const waiter of this.#waiters) if (fits(waiter.filter, entry)) waiter.take(entry);
    return {
      addBody: (text) => {
        const more = text.slice(0, MOST_BODY_LETTERS - request.body.length);
        request.body += more;
        this.#grow(entry, more.length);
      },
      decided: () => decide(entry),
      settle: (status) => this.#settle(entry, status),
    };
  }

  /** Who has got no answer by now gets none: all connections have ended. */
  settleAll(): void {
    for (const entry of this.#entries) this.#settle(entry, undefined);
  }

  /** Forgets all requests; who waits for one gets an error. Numbers start again. */
  clear(): void {
    const waiting = [...this.#waiters];
    this.settleAll();
    this.#entries = [];
    this.#count = 0;
    this.#letters = 0;
    this.#waiters.clear();
    for (const { reject } of waiting) reject(new Error("The gateway was reset, so the request will not come."));
  }

  /** Forgets the oldest ones when there are too many; the newest stays. */
  #grow(entry: Entry, letters: number): void {
    entry.letters += letters;
    this.#letters += letters;
    while (this.#entries.length > MOST_REQUESTS || (this.#letters > MOST_LETTERS && this.#entries.length > 1)) {
      this.#letters -= this.#entries.shift()?.letters ?? 0;
    }
  }

  #settle(entry: Entry, status: number | undefined): void {
    if (entry.isSettled) return;
    entry.isSettled = true;
    entry.request.status = status;
    this.#onSettled(entry.request);
    decide(entry);
  }

  #first(filter: RequestFilter, after: number | undefined): Entry | undefined {
    if (after === undefined) return undefined;
    return this.#entries.find((entry) => entry.request.number > after && fits(filter, entry));
  }

  #nextToCome(filter: RequestFilter, signal?: AbortSignal): Promise<Entry> {
    const coming = new Promise<Entry>((resolve, reject) => {
      const end = () => this.#waiters.delete(waiter);
      const waiter: Waiter = {
        filter,
        take: (entry) => {
          end();
          resolve(entry);
        },
        reject,
      };
      this.#waiters.add(waiter);
      signal?.addEventListener("abort", () => {
        end();
        reject(signal.reason);
      });
    });
    // Who has stopped waiting need not hear that a request will not come.
    coming.catch(() => undefined);
    return coming;
  }
}

function decide(entry: Entry): void {
  entry.isDecided = true;
  for (const tell of entry.onDecided) tell();
  entry.onDecided.clear();
}

/** Waits until it is known what the client got, or that the answer is held back. */
function decided({ isDecided, onDecided }: Entry, signal?: AbortSignal): Promise<void> {
  if (isDecided) return Promise.resolve();
  return new Promise((resolve, reject) => {
    onDecided.add(resolve);
    signal?.addEventListener("abort", () => {
      onDecided.delete(resolve);
      reject(signal.reason);
    });
  });
}

/** A request on its way. */
export interface OpenEntry {
  addBody(text: string): void;
  /** The answer is held back, so nobody waits for the status. */
  decided(): void;
  /** The client has this status, or will have none. */
  settle(status?: number): void;
}

const fits = (filter: RequestFilter, { request }: Entry): boolean =>
  fitsRequest(filter, { method: request.method, target: request.path });
