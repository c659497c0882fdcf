import type { Change } from "../home/change.ts";
import { effectOf } from "../home/effect.ts";
import { type Home, MutableHome } from "../home/home.ts";
import type { Identity } from "../home/identity.ts";
import { type PairingWindow, pressed, remainingMillis, SHUT } from "../home/pairing-window.ts";
import type { Impossible } from "../home/replacement.ts";

/** Milliseconds on a clock that never jumps. */
export type MonotonicClock = () => number;

/** The heart: the one place where the home and the pairing window change. */
export class Gateway {
  readonly #home = new MutableHome();
  readonly #clock: MonotonicClock;
  #window: PairingWindow = SHUT;
  readonly identity: Identity;

  constructor({ identity, clock }: { readonly identity: Identity; readonly clock: MonotonicClock }) {
    this.identity = identity;
    this.#clock = clock;
  }

  get home(): Home {
    return this.#home;
  }

  /** Makes a change, wholly or not at all. */
  submit(change: Change): "done" | Impossible {
    const effect = effectOf(this.#home, change);
    if (typeof effect === "string") return effect;
    for (const replacement of effect) this.#home.replace(replacement);
    return "done";
  }

  /** A press of the button: spec §3. */
  pressButton(): void {
    this.#window = pressed(this.#clock());
  }

  /** How long clients may still pair; 0 when they may not. */
  pairingMillisLeft(): number {
    return remainingMillis(this.#window, this.#clock());
  }
}
