import type { Change } from "../home/change.ts";
import type { Clock } from "../home/clock.ts";
import { PendingWish } from "./pending-wish.ts";
import { idOfState, type StateChange } from "./wanted.ts";

/** How long a lamp may take to do as it was told before it is shown as it is. */
const PATIENCE_MILLIS = 10_000;

interface Awaited {
  readonly wish: PendingWish;
  readonly callOff: () => void;
}

/**
 * Stands between devices and the home: while a wish is on its way, the home shows the wish and not what the device was
 * before, whatever it still says. A device that did not obey in time is shown as it truly is.
 */
export class Wishes {
  readonly #awaited = new Map<string, Awaited>();
  readonly #clock: Clock;
  readonly #submit: (change: Change) => void;

  constructor(clock: Clock, submit: (change: Change) => void) {
    this.#clock = clock;
    this.#submit = submit;
  }

  /** Somebody wants this of a light or sync box that was so before; `wanted` holds what is to change. */
  add(wanted: StateChange, before: object): void {
    const id = idOfState(wanted);
    const known = this.#awaited.get(id);
    known?.callOff();
    const wish = known?.wish ?? new PendingWish();
    wish.add({ ...before }, { ...wanted.state });
    this.#awaited.set(id, { wish, callOff: this.#clock.after(PATIENCE_MILLIS, () => this.#giveUp(wanted)) });
  }

  /** What a device did or said. */
  hear(change: Change): void {
    const news = isState(change) ? this.#newsIn(change) : change;
    if (news) this.#submit(news);
  }

  /** A light or sync box that is gone, or another one by now. */
  forget(id: string): void {
    this.#awaited.get(id)?.callOff();
    this.#awaited.delete(id);
  }

  stop(): void {
    for (const { callOff } of this.#awaited.values()) callOff();
    this.#awaited.clear();
  }

  /** What of a report is not about to be changed by a wish. */
  #newsIn(report: StateChange): StateChange | undefined {
    const wish = this.#awaited.get(idOfState(report))?.wish;
    if (!wish) return report;
    const state = wish.hear({ ...report.state });
    if (wish.isConfirmed) this.forget(idOfState(report));
    return Object.keys(state).length > 0 ? { ...report, state } : undefined;
  }

  #giveUp(wanted: StateChange): void {
    const awaited = this.#awaited.get(idOfState(wanted));
    this.#awaited.delete(idOfState(wanted));
    if (!awaited) return;
    const { truth: state } = awaited.wish;
    this.#submit(wanted.kind === "syncBoxChanged" ? { ...wanted, state, neverWas: true } : { ...wanted, state });
  }
}

const isState = (change: Change): change is StateChange =>
  change.kind === "lightChanged" || change.kind === "syncBoxChanged";
