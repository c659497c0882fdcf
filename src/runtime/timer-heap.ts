/** A timer that was set. */
export interface Timer {
  readonly atMillis: number;
  readonly number: number;
  /** Undefined once it is cancelled or taken. */
  action: (() => void) | undefined;
}

/** Cancelled timers are swept out once there are so many, and they are the larger part. */
const SWEPT_FROM = 1_000;

/** Timers in the order in which they are due; those for the same moment in the order in which they were set. */
export class TimerHeap {
  /** A binary heap: the timer at `n` is due before those at `2n + 1` and `2n + 2`. */
  #timers: Timer[] = [];
  #numbered = 0;
  #cancelled = 0;

  /** With those that are cancelled and not swept out yet. */
  get size(): number {
    return this.#timers.length;
  }

  add(atMillis: number, action: () => void): Timer {
    this.#numbered += 1;
    const timer = { atMillis, number: this.#numbered, action };
    this.#timers.push(timer);
    this.#rise(this.#timers.length - 1);
    return timer;
  }

  cancel(timer: Timer): void {
    if (!timer.action) return;
    timer.action = undefined;
    this.#cancelled += 1;
    if (this.#cancelled >= SWEPT_FROM && this.#cancelled > this.#timers.length / 2) this.#sweep();
  }

  /** When the first timer is due; infinity where there is none. */
  get nextAtMillis(): number {
    this.#dropCancelled();
    return this.#timers[0]?.atMillis ?? Number.POSITIVE_INFINITY;
  }

  /** Takes the first timer, if it is due. */
  takeDue(nowMillis: number): (() => void) | undefined {
    if (this.nextAtMillis > nowMillis) return undefined;
    const timer = this.#takeFirst();
    const action = timer?.action;
    if (timer) timer.action = undefined;
    return action;
  }

  #dropCancelled(): void {
    while (this.#timers.length > 0 && !this.#timers[0]?.action) {
      this.#takeFirst();
      this.#cancelled -= 1;
    }
  }

  #takeFirst(): Timer | undefined {
    const first = this.#timers[0];
    const last = this.#timers.pop();
    if (last && this.#timers.length > 0) {
      this.#timers[0] = last;
      this.#sink(0);
    }
    return first;
  }

  /** A sorted list is a heap. */
  #sweep(): void {
    this.#timers = this.#timers.filter(({ action }) => action).sort((one, other) => (isBefore(one, other) ? -1 : 1));
    this.#cancelled = 0;
  }

  /** Moves the timer at a place up to where it is due after its parent. */
  #rise(from: number): void {
    const timer = this.#timers[from];
    if (!timer) return;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#timers[parent];
      if (!above || !isBefore(timer, above)) break;
      this.#timers[at] = above;
      at = parent;
    }
    this.#timers[at] = timer;
  }

  /** Moves the timer at a place down to where it is due before its children. */
  #sink(from: number): void {
    const timer = this.#timers[from];
    if (!timer) return;
    let at = from;
    for (let child = this.#firstChild(at); child !== undefined; child = this.#firstChild(at)) {
      const below = this.#timers[child];
      if (!below || !isBefore(below, timer)) break;
      this.#timers[at] = below;
      at = child;
    }
    this.#timers[at] = timer;
  }

  /** The child that is due first. */
  #firstChild(at: number): number | undefined {
    const place = 2 * at + 1;
    const left = this.#timers[place];
    const right = this.#timers[place + 1];
    if (!left) return undefined;
    return right && isBefore(right, left) ? place + 1 : place;
  }
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.atMillis < other.atMillis || (one.atMillis === other.atMillis && one.number < other.number);
