import type { MonotonicClock } from "./clock.ts";
import type { StepRunner } from "./steps.ts";

export interface QueueLimits {
  /** How long steps are taken in one turn of the event loop before others are served. */
  readonly sliceMillis: number;
  /** How long others have between two slices, if they have anything to do. */
  readonly restMillis?: number;
  /** How long a task may wait for its first slice. */
  readonly waitMillis?: number;
  /** How many tasks of one owner, and of all owners, may be pending. */
  readonly pendingPerOwner?: number;
  readonly pending?: number;
}

/** A turn of the event loop in which this passes between two slices is one in which others were served. */
const BUSY_MILLIS = 0.2;

/** Steps of a task. One that gives a promise lasts until the promise is settled, either way, and nothing else runs meanwhile. */
export type QueuedSteps<Result> = Generator<Promise<unknown> | undefined, Result, undefined>;

interface Job {
  readonly owner: string;
  readonly steps: QueuedSteps<unknown>;
  readonly expiresAtMillis: number;
  /** Whether a step lasts that something outside has to finish. */
  isHeld: boolean;
  readonly done: (result: unknown) => void;
  readonly failed: (fault: unknown) => void;
}

interface Task<Result> {
  /** Each owner has the same share. */
  readonly owner: string;
  /** Whether the task gets a slice at once, even if this turn's slice is used up. */
  readonly isUrgent: boolean;
  readonly steps: QueuedSteps<Result>;
}

/**
 * Runs long tasks in slices, one slice in each turn of the event loop, so that no other work waits for more than a slice.
 * A task begins at once and is often done within its first slice; the rest wait, one task after the other, the owners in
 * turn.
 */
export class StepQueue {
  readonly #now: MonotonicClock;
  readonly #limits: Required<QueueLimits>;
  /** By owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #pending = new Map<string, number>();
  #current: Job | undefined;
  #count = 0;
  #spentMillis = 0;
  /** When the last slice ended. */
  #restsFromMillis = 0;
  #isNextTurnShort = false;
  #turn: NodeJS.Immediate | NodeJS.Timeout | undefined;

  constructor(now: MonotonicClock, limits: QueueLimits) {
    this.#now = now;
    this.#limits = { ...UNLIMITED, ...limits };
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
    if (isDone(first)) return first.value;
    if (!this.#hasRoomFor(owner)) {
      steps.return(undefined as never);
      return "busy";
    }
    return new Promise((resolve, reject) => {
      const done = (result: unknown) => resolve(result as Result | "busy");
      const job = { owner, steps, expiresAtMillis: this.#now() + waitMillis, isHeld: false, done, failed: reject };
      this.#add(job);
      if (first instanceof Promise) this.#hold(job, first);
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

  /** Takes steps until they are done, or the time is up, or one lasts. */
  #take<Result>(steps: QueuedSteps<Result>, millis: number): Taken<Result> {
    const beginMillis = this.#now();
    try {
      for (;;) {
        const step = steps.next();
        if (step.done) return step;
        if (step.value) return step.value;
        if (this.#now() - beginMillis >= millis) return PENDING;
      }
    } finally {
      this.#restsFromMillis = this.#now();
      this.#spentMillis += this.#restsFromMillis - beginMillis;
    }
  }

  #schedule(): void {
    this.#turn ??= setImmediate(() => this.#restOrRun());
  }

  #restOrRun(): void {
    const { restMillis } = this.#limits;
    const restedMillis = this.#now() - this.#restsFromMillis;
    if (this.#count === 0 || restedMillis <= BUSY_MILLIS || restedMillis >= restMillis) this.#runTurn();
    else this.#turn = setTimeout(() => this.#runTurn(), restMillis - restedMillis);
  }

  #runTurn(): void {
    this.#turn = undefined;
    this.#spentMillis = 0;
    this.#current ??= this.#next();
    if (!this.#current || this.#current.isHeld) return;
    this.#schedule();
    this.#continue(this.#current, this.#isNextTurnShort ? 0 : this.#limits.sliceMillis);
    this.#isNextTurnShort = false;
  }

  #continue(job: Job, millis: number): void {
    try {
      const taken = this.#take(job.steps, millis);
      if (taken instanceof Promise) this.#hold(job, taken);
      else if (isDone(taken)) this.#end(job, () => job.done(taken.value));
    } catch (fault) {
      this.#end(job, () => job.failed(fault));
    }
  }

  #hold(job: Job, until: Promise<unknown>): void {
    job.isHeld = true;
    const release = () => {
      job.isHeld = false;
      this.#schedule();
    };
    until.then(release, release);
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

/** One task after the other; what is done within its first slice is done at once. */
export function inSlices(now: MonotonicClock, limits: QueueLimits): StepRunner {
  const queue = new StepQueue(now, limits);
  return (steps) => {
    const done = queue.run({ owner: "", isUrgent: true, steps });
    return done instanceof Promise ? done.then(() => undefined) : undefined;
  };
}

const UNLIMITED = {
  restMillis: 0,
  waitMillis: Number.POSITIVE_INFINITY,
  pendingPerOwner: Number.POSITIVE_INFINITY,
  pending: Number.POSITIVE_INFINITY,
};

const PENDING = Symbol("pending");

/** The result, what the last step lasts until, or that there are more steps. */
type Taken<Result> = { readonly value: Result } | Promise<unknown> | typeof PENDING;

const isDone = <Result>(taken: Taken<Result>): taken is { readonly value: Result } =>
  taken !== PENDING && !(taken instanceof Promise);
