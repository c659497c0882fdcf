import type { Clock } from "../../../shared/clock.ts";
import { FrontOf } from "../../../shared/front-of.ts";
import type { Steps } from "../../../shared/steps.ts";

/** A piece of work: done at once, or in steps. */
type Job = (() => void) | (() => Steps<void>);

/** The time for jobs in one turn of the event loop; notifying watchers of the changes takes about as long again. */
const TURN_MILLIS = 2;

export interface SerialQueueOptions {
  readonly clock: Clock;
  /** Makes one notification of all changes of a turn; `more` where the current job is not done yet. */
  readonly batch: (act: () => "more" | undefined) => void;
  /** A job, or the notification of its changes, threw; other jobs are not affected. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * Runs jobs one after the other, for a bounded time in each turn of the event loop, so that no broker can starve the rest
 * of the gateway. The steps of two jobs never interleave. As long as this turn has time left, a job is done before `add`
 * returns. A `StepQueue`, in which lists of clients are made, gives every owner a share and drops what waits too long; here nothing may be lost or
 * overtaken, and the changes of one turn are one notification.
 */
export class SerialQueue {
  /** A clock whose timers run as jobs. */
  readonly clock: Clock;
  readonly #options: SerialQueueOptions;
  /** In their order; a set, as its first is taken out in no time however many there are. */
  readonly #jobs = new Set<{ readonly job: Job }>();
  readonly #firstJob = new FrontOf(this.#jobs);
  /** Jobs that the current job added; they run before all others. */
  readonly #next: Job[] = [];
  /** The remaining steps of the current job. */
  #current: Steps<void> | undefined;
  #spentMillis = 0;
  #isRunning = false;
  /** The time of this turn is used up; the next turn continues. */
  #isPaused = false;

  constructor(options: SerialQueueOptions) {
    this.#options = options;
    this.clock = { now: options.clock.now, after: (millis, action) => this.#after(millis, action) };
  }

  /** Runs the job after all others. */
  add(job: Job): void {
    this.#jobs.add({ job });
    this.#run();
  }

  /** Runs the job right after the current one, and after the jobs that were added this way before. */
  addNext(job: Job): void {
    this.#next.push(job);
    this.#run();
  }

  /** Calls back in another turn of the event loop, whatever jobs there are. */
  inNextTurn(action: () => void): void {
    this.#options.clock.after(0, action);
  }

  #after(millis: number, action: () => void): () => void {
    let isCancelled = false;
    const cancel = this.#options.clock.after(millis, () => {
      this.add(() => {
        if (!isCancelled) action();
      });
    });
    return () => {
      isCancelled = true;
      cancel();
    };
  }

  #run(): void {
    if (this.#isRunning || this.#isPaused) return;
    const { clock, batch, onFault } = this.#options;
    const beganMillis = clock.now();
    const untilMillis = beganMillis + TURN_MILLIS - this.#spentMillis;
    this.#isRunning = true;
    try {
      batch(() => this.#runUntil(untilMillis));
    } catch (fault) {
      onFault(fault);
    }
    this.#isRunning = false;
    this.#spentMillis += clock.now() - beganMillis;
    if (this.#spentMillis >= TURN_MILLIS || this.#hasWork) this.#pause();
  }

  get #hasWork(): boolean {
    return this.#current !== undefined || this.#next.length + this.#jobs.size > 0;
  }

  #runUntil(untilMillis: number): "more" | undefined {
    do {
      if (!this.#step()) return undefined;
    } while (this.#options.clock.now() < untilMillis);
    return this.#current ? "more" : undefined;
  }

  /** Returns whether there was something to do. */
  #step(): boolean {
    if (!this.#hasWork) return false;
    try {
      if (!this.#current) this.#current = (this.#next.shift() ?? this.#takeFirst())?.() ?? undefined;
      else if (this.#current.next().done) this.#current = undefined;
    } catch (fault) {
      this.#current = undefined;
      this.#options.onFault(fault);
    }
    return true;
  }

  #takeFirst(): Job | undefined {
    const first = this.#firstJob.next();
    if (first) this.#jobs.delete(first);
    return first?.job;
  }

  /** Continues in another turn. */
  #pause(): void {
    this.#isPaused = true;
    this.#options.clock.after(0, () => {
      this.#isPaused = false;
      this.#spentMillis = 0;
      if (this.#hasWork) this.#run();
    });
  }
}
