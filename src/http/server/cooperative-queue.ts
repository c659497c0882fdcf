import type { MonotonicClock } from "../../shared/clock.ts";
import type { Steps } from "../../shared/steps.ts";

export interface QueueLimits {
  /** How long steps are taken in one turn of the event loop before others are served. */
  readonly sliceMillis: number;
  /** How long a task may wait for its first slice. */
  readonly waitMillis: number;
  /** How many tasks of one owner, and of all owners, may be pending. */
  readonly pendingPerOwner: number;
  readonly pending: number;
}

interface Job {
  readonly owner: string;
  readonly steps: Steps<unknown>;
  readonly expiresAtMillis: number;
  readonly done: (result: unknown) => void;
  readonly failed: (fault: unknown) => void;
}

interface Task<Result> {
  /** Each owner has the same share. */
  readonly owner: string;
  /** Whether the task gets a slice at once, even if this turn's slice is used up. */
  readonly isUrgent: boolean;
  readonly steps: Steps<Result>;
}

/**
 * Runs long tasks in slices, one slice in each turn of the event loop, so that no other work waits for more than a slice.
 * A task begins at once and is often done within its first slice; the rest wait, one task after the other, the owners in
 * turn.
 */
export class CooperativeQueue {
  readonly #now: MonotonicClock;
  readonly #limits: QueueLimits;
  /** By owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #pending = new Map<string, number>();
  #current: Job | undefined;
  #count = 0;
  #spentMillis = 0;
  #isNextTurnShort = false;
  #turn: NodeJS.Immediate | undefined;

  constructor(now: MonotonicClock, limits: QueueLimits) {
    this.#now = now;
    this.#limits = limits;
  }

  /** Makes the next turn short, one step at the most: something else waits for several turns. */
  giveWay(): void {
    this.#isNextTurnShort = true;
  }

  /** The result, now or later; `busy` when too many tasks are pending, or the task waited for too long. */
  run<Result>({ owner, isUrgent, steps }: Task<Result>): Result | Promise<Result | "busy"> | "busy" {
    const { sliceMillis, waitMillis } = this.#limits;
    this.#schedule();
    const slice = isUrgent ? sliceMillis : sliceMillis - this.#spentMillis;
    const first = slice > 0 ? this.#take(steps, slice) : PENDING;
    if (first !== PENDING) return first.value;
    if (!this.#hasRoomFor(owner)) {
      steps.return(undefined as never);
      return "busy";
    }
    return new Promise((resolve, reject) => {
      const done = (result: unknown) => resolve(result as Result | "busy");
      this.#add({ owner, steps, expiresAtMillis: this.#now() + waitMillis, done, failed: reject });
    });
  }

  #hasRoomFor(owner: string): boolean {
    const { pending, pendingPerOwner } = this.#limits;
    return this.#count < pending && (this.#pending.get(owner) ?? 0) < pendingPerOwner;
  }

  #add(job: Job): void {
    const { owner } = job;
    this.#count += 1;
    this.#pending.set(owner, (this.#pending.get(owner) ?? 0) + 1);
    this.#waiting.set(owner, [...(this.#waiting.get(owner) ?? []), job]);
  }

  /** Takes steps until they are done or the time is up. */
  #take<Result>(steps: Steps<Result>, millis: number): { readonly value: Result } | typeof PENDING {
    const beginMillis = this.#now();
    try {
      for (;;) {
        const step = steps.next();
        if (step.done) return step;
        if (this.#now() - beginMillis >= millis) return PENDING;
      }
    } finally {
      this.#spentMillis += this.#now() - beginMillis;
    }
  }

  #schedule(): void {
    this.#turn ??= setImmediate(() => this.#runTurn());
  }

  #runTurn(): void {
    this.#turn = undefined;
    this.#spentMillis = 0;
    this.#current ??= this.#next();
    if (!this.#current) return;
    this.#schedule();
    this.#continue(this.#current, this.#isNextTurnShort ? 0 : this.#limits.sliceMillis);
    this.#isNextTurnShort = false;
  }

  #continue(job: Job, millis: number): void {
    try {
      const result = this.#take(job.steps, millis);
      if (result !== PENDING) this.#end(job, () => job.done(result.value));
    } catch (fault) {
      this.#end(job, () => job.failed(fault));
    }
  }

  #end(job: Job, settle: () => void): void {
    const left = (this.#pending.get(job.owner) ?? 0) - 1;
    if (left > 0) this.#pending.set(job.owner, left);
    else this.#pending.delete(job.owner);
    this.#count -= 1;
    this.#current = undefined;
    settle();
  }

  /** The first job of the owner whose turn it is; jobs that waited for too long end as busy. */
  #next(): Job | undefined {
    for (const [owner, [job, ...others]] of this.#waiting) {
      this.#waiting.delete(owner);
      if (others.length > 0) this.#waiting.set(owner, others);
      if (!job) continue;
      if (this.#now() <= job.expiresAtMillis) return job;
      job.steps.return(undefined);
      this.#end(job, () => job.done("busy"));
    }
    return undefined;
  }
}

const PENDING = Symbol("pending");
