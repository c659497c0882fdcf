import type { OperationName } from "../../core/contract/operations.ts";
import type { RefusalName } from "../../core/contract/refusals.ts";
import type { MonotonicClock } from "../../shared/clock.ts";
import { Durations } from "../../shared/durations.ts";
import type { GatewayResponse } from "./request.ts";

/** Who answered: the fast lane, or Node's own server. */
export type Lane = "fast" | "ordinary";

/** What became of a request. */
export type RequestOutcome = "ok" | "not-modified" | RefusalName;

/** The operation of a request; `none` where no operation has such a path and method, or bytes were no request. */
export type MeteredOperation = OperationName | "none";

/** The requests for one operation in one lane. */
export class RequestTally {
  readonly operation: MeteredOperation;
  readonly lane: Lane;
  readonly durations = new Durations();
  readonly #outcomes = new Map<RequestOutcome, number>();

  constructor(operation: MeteredOperation, lane: Lane) {
    this.operation = operation;
    this.lane = lane;
  }

  get outcomes(): readonly (readonly [RequestOutcome, number])[] {
    return [...this.#outcomes];
  }

  add(outcome: RequestOutcome, millis: number): void {
    this.count(outcome);
    this.durations.add(millis);
  }

  /** Without a duration: for what was refused before it was a request. */
  count(outcome: RequestOutcome): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
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

  /** A request has come; to be called with its outcome. */
  begin(operation: MeteredOperation, lane: Lane): (outcome: RequestOutcome) => void {
    const tally = this.#tallyOf(operation, lane);
    const begunMillis = this.#now();
    return (outcome) => tally.add(outcome, this.#now() - begunMillis);
  }

  /** A connection was refused before a whole request had come on it. */
  refuse(refusal: RefusalName): void {
    this.#tallyOf("none", "ordinary").count(refusal);
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
