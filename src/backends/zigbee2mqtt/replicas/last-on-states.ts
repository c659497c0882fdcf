import type { Clock } from "../../../home/clock.ts";
import type { LightId } from "../../../home/ids.ts";
import type { Light, LightState } from "../../../home/light.ts";
import { isSame } from "../../../home/replacement.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { LightRegistry } from "../lights/light-registry.ts";
import type { LightTracker } from "../lights/light-tracker.ts";
import { PeerLightStates, wordsFor } from "./peer-light-states.ts";

/** Somewhere a lamp is always being turned off, and a connection brings less while much is said the other way. */
const GATHERED_MILLIS = 2_000;
const MOST_AT_ONCE = 500;

/**
 * How lamps were when they were turned off. What one that is off says of that is not to be believed, so a gateway that
 * was away then could not know: the others leave it a note at the broker. Notes are gathered and left a while later, the
 * last one of each lamp, and only where it says something else than what is there by then: all gateways heard the same.
 */
export class LastOnStates {
  readonly #lamps: LightRegistry;
  readonly #clock: Clock;
  readonly #noted: PeerLightStates;
  /** How lamps were, as far as this gateway heard it itself, of which no note was left yet. */
  readonly #due = new Map<LightId, Partial<LightState>>();
  #isLeavingLater = false;

  constructor(lamps: LightRegistry, clock: Clock) {
    this.#lamps = lamps;
    this.#clock = clock;
    this.#noted = new PeerLightStates("shown", lamps);
  }

  /** A lamp was just turned off; what is only remembered of it others may know better, and what it was wished it never showed. */
  note({ lightId, freshness, whileOn }: LightTracker, light: Light): void {
    const { brightnessPercent, colour } = { ...light, ...whileOn };
    this.#due.set(lightId, {
      ...(freshness.brightnessPercent === "remembered" ? {} : { brightnessPercent }),
      ...(freshness.colour === "remembered" ? {} : { colour }),
    });
    this.#leaveLater();
  }

  heard(lightId: LightId, words: unknown): void {
    this.#noted.hear(lightId, words);
  }

  /** What is due is older than what others may have heard meanwhile: the broker has the last word, for all gateways alike. */
  opened(bridge: Bridge): void {
    this.#noted.opened(bridge);
    for (const lightId of this.#due.keys()) {
      if (this.#lamps.get(lightId)?.listed.bridge === bridge) this.#due.delete(lightId);
    }
  }

  /** How a lamp that is off was before, as far as this gateway is not sure of it. */
  of(record: LightTracker): Partial<LightState> {
    const { brightnessPercent, colour } = this.#expectedState(record);
    const { freshness } = record;
    return {
      ...(brightnessPercent !== undefined && freshness.brightnessPercent !== "confirmed" ? { brightnessPercent } : {}),
      ...(colour !== undefined && freshness.colour !== "confirmed" ? { colour } : {}),
    };
  }

  /** Leaves those that are due, all of them or so many. */
  leave(most = this.#due.size): void {
    for (const lightId of [...this.#due.keys()].slice(0, most)) {
      const record = this.#lamps.get(lightId);
      const words = record && wordsFor(record, this.#expectedState(record));
      this.#due.delete(lightId);
      if (words && !isSame(words, this.#noted.get(lightId))) this.#noted.leave(record, words);
    }
  }

  #leaveLater(): void {
    if (this.#isLeavingLater) return;
    this.#isLeavingLater = true;
    this.#clock.after(GATHERED_MILLIS, () => {
      this.#isLeavingLater = false;
      this.leave(MOST_AT_ONCE);
      if (this.#due.size > 0) this.#leaveLater();
    });
  }

  #expectedState(record: LightTracker): Partial<LightState> {
    const { powerOn: _, ...noted } = this.#noted.stateOf(record);
    return { ...noted, ...this.#due.get(record.lightId) };
  }
}
