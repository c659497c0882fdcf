import type { MonotonicClock } from "./clock.ts";

/** Somebody for whom work is done piece by piece. */
export interface TurnTaker {
  /** On whose behalf, such as an address: owners have equal shares, however many turn takers each has. */
  readonly owner: string;
  /** Does one piece of work; returns its cost. A turn taker with more to do adds itself again. */
  takeTurn(): number;
}

type Later = (run: () => void) => () => void;

export interface FairTurnsOptions {
  readonly now: MonotonicClock;
  /** For how long pieces are done in one turn of the event loop. */
  readonly sliceMillis: number;
  /** Calls back in a later turn of the event loop; returns what cancels that. */
  readonly later: Later;
  /** The same after a turn that was used up, so that others have as much time; `later` by default. */
  readonly pause?: Later;
  /** How much an owner that had little lately may be served before the others are served again. */
  readonly credit?: number;
}

interface Owner {
  readonly name: string;
  /**
   * In the order in which they are served. An array, as requests come and go here: the tables that a Set has outgrown hold
   * what was in them, and each the next, until a full collection.
   */
  readonly waiting: TurnTaker[];
  /** What the owner was served, on the scale of `#level`. */
  served: number;
}

/** So many owners may be remembered that wait for nothing, before those are forgotten whose past does not count. */
const MOST_REMEMBERED = 1_000;

/**
 * Shares work among owners: whoever was served least is served next, a piece at a time. An owner that was away begins
 * where the others are, or a credit before them, so nobody is paid for time in which nothing was wanted. In each turn of
 * the event loop pieces are done for a bounded time, and at least one.
 */
export class FairTurns {
  readonly #options: FairTurnsOptions;
  readonly #credit: number;
  readonly #owners = new Map<string, Owner>();
  readonly #waiting = new Set<Owner>();
  /** What the owner was served that was served last: all that wait were served about as much. */
  #level = 0;
  #isNextTurnShort = false;
  #isRunning = false;
  /** When the pieces or the task began that are being done. */
  #beganMillis = 0;
  /** What tasks took that were run at once since the last turn. */
  #spentMillis = 0;
  #cancel: (() => void) | undefined;

  constructor(options: FairTurnsOptions) {
    this.#options = options;
    this.#credit = options.credit ?? 0;
  }

  /** A turn taker that waits already keeps its place. */
  add(taker: TurnTaker): void {
    const owner = this.#ownerOf(taker);
    if (owner.waiting.length === 0) owner.served = Math.max(owner.served, this.#level - this.#credit);
    if (!owner.waiting.includes(taker)) owner.waiting.push(taker);
    this.#waiting.add(owner);
    this.#schedule(this.#options.later);
  }

  /** Runs a task: at once while this turn's slice lasts and nobody waits, otherwise as a piece. What a task runs belongs to it. */
  run(owner: string, task: () => void): void {
    const isAtOnce = !this.#cancel || (this.#waiting.size === 0 && this.#spentMillis < this.#options.sliceMillis);
    if (this.#isRunning) task();
    else if (isAtOnce) this.#runAtOnce(task);
    else this.runLater(owner, task);
  }

  /** Runs a task as a piece in a later turn, also where this turn's slice lasts: for what would else go on without an end. */
  runLater(owner: string, task: () => void): void {
    this.add({ owner, takeTurn: () => costOf(task) });
  }

  /** Whether what is being done for an owner may go on in this turn: no other owner waits, and the slice lasts. */
  hasTimeFor(owner: string): boolean {
    const { now, sliceMillis } = this.#options;
    for (const { name } of this.#waiting) if (name !== owner) return false;
    return this.#spentMillis + now() - this.#beganMillis < sliceMillis;
  }

  remove(taker: TurnTaker): void {
    const owner = this.#owners.get(taker.owner);
    const place = owner?.waiting.indexOf(taker) ?? -1;
    if (!owner || place < 0) return;
    owner.waiting.splice(place, 1);
    if (owner.waiting.length === 0) this.#waiting.delete(owner);
  }

  /** Makes the next turn short, one piece at the most: something else waits for several turns of the event loop. */
  giveWay(): void {
    this.#isNextTurnShort = true;
  }

  /** Drops all that wait. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#waiting.clear();
    this.#owners.clear();
  }

  #ownerOf({ owner: name }: TurnTaker): Owner {
    const known = this.#owners.get(name);
    if (known) return known;
    if (this.#owners.size >= MOST_REMEMBERED + this.#waiting.size) this.#forget();
    const owner: Owner = { name, waiting: [], served: this.#level - this.#credit };
    this.#owners.set(name, owner);
    return owner;
  }

  /** Forgets owners that would begin again like new ones, and if there are too few of them, all that do not wait. */
  #forget(): void {
    const idle = [...this.#owners.values()].filter(({ waiting }) => waiting.length === 0);
    const asNew = idle.filter(({ served }) => served <= this.#level - this.#credit);
    for (const { name } of asNew.length > idle.length / 2 ? asNew : idle) this.#owners.delete(name);
  }

  #schedule(later: Later): void {
    if (this.#waiting.size > 0 && !this.#isRunning) this.#cancel ??= later(this.#takeTurn);
  }

  /** The next turn begins the next slice, even if nobody waits by then. */
  #runAtOnce(task: () => void): void {
    const { now, later } = this.#options;
    this.#beganMillis = now();
    this.#cancel ??= later(this.#takeTurn);
    this.#isRunning = true;
    try {
      task();
    } finally {
      this.#isRunning = false;
      this.#spentMillis += now() - this.#beganMillis;
    }
  }

  readonly #takeTurn = (): void => {
    const { now, sliceMillis, later, pause = later } = this.#options;
    this.#cancel = undefined;
    this.#spentMillis = 0;
    this.#beganMillis = now();
    const untilMillis = this.#beganMillis + (this.#isNextTurnShort ? 0 : sliceMillis);
    this.#isNextTurnShort = false;
    this.#isRunning = true;
    try {
      do this.#serveNext();
      while (this.#waiting.size > 0 && now() < untilMillis);
    } finally {
      this.#isRunning = false;
      this.#schedule(pause);
    }
  };

  #serveNext(): void {
    let least: Owner | undefined;
    for (const owner of this.#waiting) if (!least || owner.served < least.served) least = owner;
    const taker = least?.waiting.shift();
    if (!least || !taker) return;
    if (least.waiting.length === 0) this.#waiting.delete(least);
    this.#level = Math.max(this.#level, least.served);
    least.served += taker.takeTurn();
  }
}

/** Tasks cost the same, so that owners take turns. */
function costOf(task: () => void): number {
  task();
  return 1;
}

/** For `later`: in the next turn of the event loop. */
export function inNextTurn(run: () => void): () => void {
  const turn = setImmediate(run);
  return () => clearImmediate(turn);
}
