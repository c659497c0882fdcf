import type { OperationName } from "../contract/operations.ts";
import type { RefusalName } from "../contract/refusals.ts";
import type { MonotonicClock } from "../shared/clock.ts";
import { Durations } from "../shared/durations.ts";
import type { GatewayResponse, Read } from "./request.ts";

/** Who answered: the fast lane, or Node's own server. */
type Lane = "fast" | "ordinary";

/** What became of a request. */
export type RequestOutcome = "ok" | "not-modified" | RefusalName;

/** The operation of a request; `none` where no operation has such a path and method, or bytes were no request. */
export type MeteredOperation = OperationName | "none";

/**
 * Of answers that are there at once, such as cached lists, one of so many is timed: to read the clock twice would take
 * a fiftieth of the time of such an answer.
 */
const ONE_TIMED_OF = 16;

/** The requests for one operation in one lane. */
export class RequestTally {
  readonly operation: MeteredOperation;
  readonly lane: Lane;
  /** Nearly every read is one: a number of its own is cheaper than a map's. */
  #ok = 0;
  readonly #others = new Map<RequestOutcome, number>();
  readonly #durations = new Durations();
  /** Answers that were not timed since the last one that was; they count as long as that one. */
  #untimed = 0;
  #lastMillis = 0;
  #untilTimed = 0;

  constructor(operation: MeteredOperation, lane: Lane) {
    this.operation = operation;
    this.lane = lane;
  }

  get outcomes(): readonly (readonly [RequestOutcome, number])[] {
    return this.#ok > 0 ? [["ok", this.#ok], ...this.#others] : [...this.#others];
  }

  /** As many as requests were answered. */
  get durations(): Durations {
    this.#addUntimed();
    return this.#durations;
  }

  /** Whether the next answer is to be timed. */
  get isTimed(): boolean {
    if (this.#untilTimed === 0) {
      this.#untilTimed = ONE_TIMED_OF - 1;
      return true;
    }
    this.#untilTimed -= 1;
    return false;
  }

  add(outcome: RequestOutcome, millis: number): void {
    this.count(outcome);
    this.#durations.add(millis);
  }

  /** An answer that was there at once, timed or not. */
  addAtOnce(outcome: RequestOutcome, millis: number | undefined): void {
    this.count(outcome);
    this.#untimed += 1;
    if (millis === undefined) return;
    this.#lastMillis = millis;
    this.#addUntimed();
  }

  /** Without a duration: for what was refused before it was a request. */
  count(outcome: RequestOutcome): void {
    if (outcome === "ok") this.#ok += 1;
    else this.#others.set(outcome, (this.#others.get(outcome) ?? 0) + 1);
  }

  #addUntimed(): void {
    if (this.#untimed > 0) this.#durations.add(this.#lastMillis, this.#untimed);
    this.#untimed = 0;
  }
}

/** Counts requests by operation, lane and outcome, and how long they took. There is none unless metrics are asked for. */
export class RequestMeter {
  readonly #now: MonotonicClock;
  readonly #tallies = new Map<string, RequestTally>();

  constructor(now: MonotonicClock) {
    this.#now = now;
  }

  get tallies(): readonly RequestTally[] {
    return [...this.#tallies.values()];
  }

  /** A request has come in the ordinary lane; to be called with its outcome. */
  begin(operation: MeteredOperation): (outcome: RequestOutcome) => void {
    const tally = this.#tallyOf(operation, "ordinary");
    const begunMillis = this.#now();
    return (outcome) => tally.add(outcome, this.#now() - begunMillis);
  }

  /** A connection was refused before a whole request had come on it. */
  refuse(refusal: RefusalName): void {
    this.#tallyOf("none", "ordinary").count(refusal);
  }

  /** The same reader, counted: the fast lane reads again and again with it, so its tally is looked up only once. */
  metered(operation: MeteredOperation, read: Read): Read {
    const now = this.#now;
    const tally = this.#tallyOf(operation, "fast");
    return () => {
      const begunMillis = tally.isTimed ? now() : undefined;
      try {
        const response = read();
        if (response instanceof Promise) return this.#meteredLater(response, tally);
        tally.addAtOnce(outcomeOf(response), begunMillis === undefined ? undefined : now() - begunMillis);
        return response;
      } catch (fault) {
        tally.addAtOnce("fault", undefined);
        throw fault;
      }
    };
  }

  /** What has to be made first is always timed. */
  async #meteredLater(later: Promise<GatewayResponse>, tally: RequestTally): Promise<GatewayResponse> {
    const begunMillis = this.#now();
    try {
      const response = await later;
      tally.add(outcomeOf(response), this.#now() - begunMillis);
      return response;
    } catch (fault) {
      tally.add("fault", this.#now() - begunMillis);
      throw fault;
    }
  }

  #tallyOf(operation: MeteredOperation, lane: Lane): RequestTally {
    const key = `${lane} ${operation}`;
    const known = this.#tallies.get(key);
    if (known) return known;
    const tally = new RequestTally(operation, lane);
    this.#tallies.set(key, tally);
    return tally;
  }
}

export function outcomeOf({ refusal, status }: Pick<GatewayResponse, "refusal" | "status">): RequestOutcome {
  if (refusal !== undefined) return refusal.name;
  return status === 304 ? "not-modified" : "ok";
}
