import type { MonotonicClock } from "../../shared/clock.ts";
import type { Steps } from "../../shared/steps.ts";

export interface QueueLimits {
  /** How long steps are taken in one turn of the event loop before others are served. */
  readonly sliceMillis: number;
  /** How long work may wait to be begun. */
  readonly waitMillis: number;
  /** How much work of one owner, and of all, may be undone. */
  readonly undonePerOwner: number;
  readonly undone: number;
}

interface Job {
  readonly owner: string;
  readonly steps: Steps<unknown>;
  readonly expiresAtMillis: number;
  readonly done: (result: unknown) => void;
  readonly failed: (fault: unknown) => void;
}

interface Asked<Result> {
  /** Who wants it: each has the same share. */
  readonly owner: string;
  /** Whether it gets a slice at once, even if others had this turn's already. */
  readonly isUrgent: boolean;
  readonly steps: Steps<Result>;
}

/**
 * Does long work in slices, one in each turn of the event loop, so that nobody else waits for more than a slice. Work is
 * begun at once and often done within its first slice; the rest waits, one piece of work after the other, each owner's
 * in turn.
 */
export class CooperativeQueue {
  readonly #now: MonotonicClock;
  readonly #limits: QueueLimits;
  /** By owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #undone = new Map<string, number>();
  #current: Job | undefined;
  #count = 0;
  #spentMillis = 0;
  #givesWay = false;
  #turn: NodeJS.Immediate | undefined;

  constructor(now: MonotonicClock, limits: QueueLimits) {
    this.#now = now;
    this.#limits = limits;
  }

  /** Whether some work is begun and not done. */
  get isBusy(): boolean {
    return this.#count > 0;
  }

  /** The next turn is to be short, one step at the most: somebody waits for more than one of them. */
  giveWay(): void {
    this.#givesWay = true;
  }

  /** The result, now or later; `busy` when too much waits already, or it waited for too long. */
  run<Result>({ owner, isUrgent, steps }: Asked<Result>): Result | Promise<Result | "busy"> | "busy" {
    const { sliceMillis, waitMillis } = this.#limits;
    this.#schedule();
    const slice = isUrgent ? sliceMillis : sliceMillis - this.#spentMillis;
    const first = slice > 0 ? this.#take(steps, slice) : UNDONE;
    if (first !== UNDONE) return first.value;
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
    const { undone, undonePerOwner } = this.#limits;
    return this.#count < undone && (this.#undone.get(owner) ?? 0) < undonePerOwner;
  }

  #add(job: Job): void {
    const { owner } = job;
    this.#count += 1;
    this.#undone.set(owner, (this.#undone.get(owner) ?? 0) + 1);
    this.#waiting.set(owner, [...(this.#waiting.get(owner) ?? []), job]);
  }

  /** Takes steps for so long. */
  #take<Result>(steps: Steps<Result>, millis: number): { readonly value: Result } | typeof UNDONE {
    const beginMillis = this.#now();
    try {
      for (;;) {
        const step = steps.next();
        if (step.done) return step;
        if (this.#now() - beginMillis >= millis) return UNDONE;
      }
    } finally {
      this.#spentMillis += this.#now() - beginMillis;
    }
  }

  #schedule(): void {
    this.#turn ??= setImmediate(() => this.#nextTurn());
  }

  #nextTurn(): void {
    this.#turn = undefined;
    this.#spentMillis = 0;
    this.#current ??= this.#next();
    if (!this.#current) return;
    this.#schedule();
    this.#goOn(this.#current, this.#givesWay ? 0 : this.#limits.sliceMillis);
    this.#givesWay = false;
  }

  #goOn(job: Job, millis: number): void {
    try {
      const result = this.#take(job.steps, millis);
      if (result !== UNDONE) this.#end(job, () => job.done(result.value));
    } catch (fault) {
      this.#end(job, () => job.failed(fault));
    }
  }

  #end(job: Job, tell: () => void): void {
    const left = (this.#undone.get(job.owner) ?? 0) - 1;
    if (left > 0) this.#undone.set(job.owner, left);
    else this.#undone.delete(job.owner);
    this.#count -= 1;
    this.#current = undefined;
    tell();
  }

  /** The first that still waits of the owner whose turn it is; what waited for too long is sent away. */
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

const UNDONE = Symbol("undone");
