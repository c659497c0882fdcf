import type { KeyTransition } from "./input-events.ts";

/** Contacts that open and close within this time do so by themselves, not by a hand. */
export const BOUNCE_MILLIS = 50;

/** Tells presses from bouncing contacts, from keys that stay down and from several keys hit at once. */
export class Debounce {
  readonly #lastOfKey = new Map<number, KeyTransition>();
  #lastPressMillis: number | undefined;

  /** Whether this is a press: the key had been up, and no press of any key was just before. */
  isPress(transition: KeyTransition): boolean {
    const { key, isDown, atMillis } = transition;
    const before = this.#lastOfKey.get(key);
    this.#lastOfKey.set(key, transition);
    if (!isDown || before?.isDown) return false;
    if (isBounce(before?.atMillis, atMillis) || isBounce(this.#lastPressMillis, atMillis)) return false;
    this.#lastPressMillis = atMillis;
    return true;
  }
}

/** A clock that was set back must not silence the button until it has caught up. */
const isBounce = (sinceMillis: number | undefined, nowMillis: number): boolean =>
  sinceMillis !== undefined && Math.abs(nowMillis - sinceMillis) < BOUNCE_MILLIS;
