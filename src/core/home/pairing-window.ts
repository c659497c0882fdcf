/** Spec §8: how long one press of the button lets a client in. */
export const PAIRING_WINDOW_MILLIS = 10_000;

/** When pairing ends, on a clock that never jumps; shut from the start (spec §3). */
export interface PairingWindow {
  readonly endsAtMillis: number;
}

export const SHUT: PairingWindow = { endsAtMillis: Number.NEGATIVE_INFINITY };

/** A press opens the window; a press while it is open starts it again (G26). */
export const pressed = (nowMillis: number): PairingWindow => ({ endsAtMillis: nowMillis + PAIRING_WINDOW_MILLIS });

/** Whole milliseconds that are left: 10000 at the press, 0 from the moment the window shuts. */
export const remainingMillis = (window: PairingWindow, nowMillis: number): number =>
  Math.min(PAIRING_WINDOW_MILLIS, Math.max(0, Math.ceil(window.endsAtMillis - nowMillis)));
