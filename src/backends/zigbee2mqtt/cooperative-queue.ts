import type { Clock } from "../../home/clock.ts";

/** Work that may be interrupted at each of its steps; a step may be work in itself, which is done before the next. */
export interface Work extends Generator<Work | undefined, void, void> {}

/** Something to do: at once, or in steps. */
type Job = (() => void) | (() => Work);

/** So long jobs may take in one turn of the event loop; what is told of them takes about as long again. */
const TURN_MILLIS = 5;

export interface CooperativeQueueOptions {
  readonly clock: Clock;
  /** Told what was done in one turn, as one; `more` while a job is not done yet. */
  readonly together: (act: () => "more" | undefined) => void;
  /** A job went wrong, or telling of it did: that costs no other job anything. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * Does one job after the other, and a little in each turn of the event loop: whatever a broker says, others get their
 * turns. A job that is in steps is never mixed with another one. As long as there is time in this turn, a job is done
 * before `add` returns.
 */
export class CooperativeQueue {
  /** A clock whose alarms are jobs. */
  readonly clock: Clock;
  readonly #options: CooperativeQueueOptions;
  readonly #jobs: Job[] = [];
  /** Jobs that follow from the current one. */
  readonly #next: Job[] = [];
  /** The current job, and within it the work that is a step of it. */
  readonly #underWay: Work[] = [];
  #spentMillis = 0;
  #isAtWork = false;
  /** The time of this turn is used up. */
  #isResting = false;

  constructor(options: CooperativeQueueOptions) {
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
    return this.#underWay.length + this.#next.length + this.#jobs.length > 0;
  }

  #workUntil(untilMillis: number): "more" | undefined {
    do {
      if (!this.#step()) return undefined;
    } while (this.#options.clock.now() < untilMillis);
    return this.#underWay.length > 0 ? "more" : undefined;
  }

  /** Whether there was something to do. */
  #step(): boolean {
    if (!this.#hasWork) return false;
    const work = this.#underWay.at(-1);
    try {
      if (work) this.#take(() => work.next());
      else this.#begin(this.#next.shift() ?? this.#jobs.shift());
    } catch (fault) {
      this.#options.onFault(fault);
    }
    return true;
  }

  #begin(job: Job | undefined): void {
    const work = job?.();
    if (work) this.#underWay.push(work);
  }

  /** Takes a step of the innermost work; what goes wrong in it goes wrong for whoever it is a step of. */
  #take(step: () => IteratorResult<Work | undefined, void>): void {
    try {
      const { done, value } = step();
      if (done) this.#underWay.pop();
      else if (value) this.#underWay.push(value);
    } catch (fault) {
      this.#underWay.pop();
      const outer = this.#underWay.at(-1);
      if (!outer) throw fault;
      this.#take(() => outer.throw(fault));
    }
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
