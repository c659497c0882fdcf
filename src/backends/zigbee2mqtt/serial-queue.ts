import type { Clock } from "../../home/clock.ts";
import type { Steps } from "../../shared/steps.ts";

/** Something to do: at once, or in steps. */
type Job = (() => void) | (() => Steps<void>);

/** So long jobs may take in one turn of the event loop; what is told of them takes about as long again. */
const TURN_MILLIS = 5;

export interface SerialQueueOptions {
  readonly clock: Clock;
  /** StateReport what was done in one turn, as one; `more` while a job is not done yet. */
  readonly together: (act: () => "more" | undefined) => void;
  /** A job went wrong, or telling of it did: that costs no other job anything. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * Does one job after the other, and a little in each turn of the event loop: whatever a broker says, others get their
 * turns. A job that is in steps is never mixed with another one. As long as there is time in this turn, a job is done
 * before `add` returns. The queue of HTTP gives every owner a share and sends away what waits too long; here nothing may
 * be lost or overtaken, and the gateway is told of each turn as one.
 */
export class SerialQueue {
  /** A clock whose alarms are jobs. */
  readonly clock: Clock;
  readonly #options: SerialQueueOptions;
  readonly #jobs: Job[] = [];
  /** Jobs that follow from the current one. */
  readonly #next: Job[] = [];
  /** The rest of the current job. */
  #current: Steps<void> | undefined;
  #spentMillis = 0;
  #isAtWork = false;
  /** The time of this turn is used up. */
  #isResting = false;

  constructor(options: SerialQueueOptions) {
    this.#options = options;
    this.clock = { now: options.clock.now, after: (millis, action) => this.#after(millis, action) };
  }

  /** Comes after all others. */
  add(job: Job): void {
    this.#jobs.push(job);
    this.#goOn();
  }

  /** Comes right after the current one, and what else follows from that. */
  addNext(job: Job): void {
    this.#next.push(job);
    this.#goOn();
  }

  #after(millis: number, action: () => void): () => void {
    let isCalledOff = false;
    const callOff = this.#options.clock.after(millis, () => {
      this.add(() => {
        if (!isCalledOff) action();
      });
    });
    return () => {
      isCalledOff = true;
      callOff();
    };
  }

  #goOn(): void {
    if (this.#isAtWork || this.#isResting) return;
    const { clock, together, onFault } = this.#options;
    const beganMillis = clock.now();
    const untilMillis = beganMillis + TURN_MILLIS - this.#spentMillis;
    this.#isAtWork = true;
    try {
      together(() => this.#workUntil(untilMillis));
    } catch (fault) {
      onFault(fault);
    }
    this.#isAtWork = false;
    this.#spentMillis += clock.now() - beganMillis;
    if (this.#spentMillis >= TURN_MILLIS || this.#hasWork) this.#rest();
  }

  get #hasWork(): boolean {
    return this.#current !== undefined || this.#next.length + this.#jobs.length > 0;
  }

  #workUntil(untilMillis: number): "more" | undefined {
    do {
      if (!this.#step()) return undefined;
    } while (this.#options.clock.now() < untilMillis);
    return this.#current ? "more" : undefined;
  }

  /** Whether there was something to do. */
  #step(): boolean {
    if (!this.#hasWork) return false;
    try {
      if (!this.#current) this.#current = (this.#next.shift() ?? this.#jobs.shift())?.() ?? undefined;
      else if (this.#current.next().done) this.#current = undefined;
    } catch (fault) {
      this.#current = undefined;
      this.#options.onFault(fault);
    }
    return true;
  }

  /** Goes on in another turn. */
  #rest(): void {
    this.#isResting = true;
    this.#options.clock.after(0, () => {
      this.#isResting = false;
      this.#spentMillis = 0;
      if (this.#hasWork) this.#goOn();
    });
  }
}
