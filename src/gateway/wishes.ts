import type { Change } from "../home/change.ts";
import type { Clock } from "../home/clock.ts";
import { PendingWish } from "./pending-wish.ts";
import { idOfState, type StateChange } from "./wanted.ts";

/** How long a lamp may take to do as it was told before it is shown as it is. */
export const PATIENCE_MILLIS = 10_000;

interface Awaited {
  readonly wish: PendingWish;
  readonly callOff: () => void;
  /** Told whether all of it came true. */
  readonly onSettled: ((isConfirmed: boolean) => void)[];
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
    const callOff = this.#clock.after(PATIENCE_MILLIS, () => this.#giveUp(wanted));
    this.#awaited.set(id, { wish, callOff, onSettled: known?.onSettled ?? [] });
  }

  /** Whether a light or sync box does all that it was told; known at the latest when its time for that is over. */
  isObeyed(id: string): Promise<boolean> {
    const awaited = this.#awaited.get(id);
    if (!awaited) return Promise.resolve(true);
    return new Promise((resolve) => {
      const callOff = this.#clock.after(PATIENCE_MILLIS, () => resolve(false));
      awaited.onSettled.push((isConfirmed) => {
        callOff();
        resolve(isConfirmed);
      });
    });
  }

  /** What a device did or said. */
  hear(change: Change): void {
    const news = isState(change) ? this.#newsIn(change) : change;
    if (news) this.#submit(news);
  }

  /** A light or sync box that is gone, or another one by now. */
  forget(id: string): void {
    this.#settle(id, false);
  }

  stop(): void {
    for (const id of [...this.#awaited.keys()]) this.forget(id);
  }

  #settle(id: string, isConfirmed: boolean): void {
    const awaited = this.#awaited.get(id);
    awaited?.callOff();
    this.#awaited.delete(id);
    for (const settled of awaited?.onSettled ?? []) settled(isConfirmed);
  }

  /** What of a report is not about to be changed by a wish. */
  #newsIn(report: StateChange): StateChange | undefined {
    const wish = this.#awaited.get(idOfState(report))?.wish;
    if (!wish) return report;
    const state = wish.hear({ ...report.state });
    if (wish.isConfirmed) this.#settle(idOfState(report), true);
    return Object.keys(state).length > 0 ? { ...report, state } : undefined;
  }

  #giveUp(wanted: StateChange): void {
    const awaited = this.#awaited.get(idOfState(wanted));
    if (!awaited) return;
    this.#settle(idOfState(wanted), false);
    const { truth: state } = awaited.wish;
    this.#submit(wanted.kind === "syncBoxChanged" ? { ...wanted, state, neverWas: true } : { ...wanted, state });
  }
}

const isState = (change: Change): change is StateChange =>
  change.kind === "lightChanged" || change.kind === "syncBoxChanged";
