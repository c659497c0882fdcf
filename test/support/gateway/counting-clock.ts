import { ManualClock } from "./manual-clock.ts";

/** A clock that the test drives, and that knows how many alarms are set. */
export class CountingClock extends ManualClock {
  readonly #pending = new Set<object>();

  get pendingAlarms(): number {
    return this.#pending.size;
  }

  override after(millis: number, action: () => void): () => void {
    const alarm = {};
    this.#pending.add(alarm);
    const cancel = super.after(millis, () => {
      this.#pending.delete(alarm);
      action();
    });
    return () => {
      this.#pending.delete(alarm);
      cancel();
    };
  }
}
