import type { TrafficEntry } from "../../operator/page-commands.ts";

/** The page learns of traffic a quarter of a second later: what came before the list was cleared may arrive this late. */
const LATE_MILLIS = 2_000;

/** When a list was cleared, so that what came before does not return: late, or again from a gateway that still has it. */
export class ClearedTraffic {
  #clearedAtMillis = Number.NEGATIVE_INFINITY;
  #lastSequence = 0;
  /** How far this clock is ahead of the gateway's, at the most. */
  #aheadMillis = Number.POSITIVE_INFINITY;

  clear(nowMillis: number, lastSequence: number): void {
    this.#clearedAtMillis = nowMillis;
    this.#lastSequence = lastSequence;
  }

  /** Another run of the gateway counts from 1 again. */
  forgetSequence(): void {
    this.#lastSequence = 0;
  }

  /** The entries that came after the list was cleared. */
  later(entries: readonly TrafficEntry[], nowMillis: number): readonly TrafficEntry[] {
    for (const { at } of entries) this.#aheadMillis = Math.min(this.#aheadMillis, nowMillis - Date.parse(at));
    const isSoon = nowMillis - this.#clearedAtMillis < LATE_MILLIS;
    const clearedThere = this.#clearedAtMillis - this.#aheadMillis;
    return entries.filter(
      ({ sequence, at }) => sequence > this.#lastSequence && !(isSoon && Date.parse(at) < clearedThere),
    );
  }
}
