import type { LightId } from "../../home/ids.ts";
import type { Light, LightState } from "../../home/light.ts";
import { isSame } from "../../home/replacement.ts";
import type { LampRecord } from "./lamp-record.ts";
import { LightNotes } from "./light-notes.ts";
import { setPayload, shownBy } from "./models/lamp-wish.ts";

/**
 * How lamps were when they were turned off. What one that is off says of that is not to be believed, so a gateway that
 * was away then could not know: the others leave it a note at the broker, in the words that the lamp would be told.
 */
export class ShownNotes {
  readonly #noted = new LightNotes();

  /** A lamp was just turned off; what is only remembered of it others may know better, and what it was wished it never showed. */
  note(record: LampRecord, shown: Light): void {
    const { lightId, listed, lamp, freshness, whileOn } = record;
    const { brightnessPercent, colour } = { ...shown, ...whileOn };
    const before = {
      ...(freshness.brightnessPercent === "remembered" ? {} : { brightnessPercent }),
      ...(freshness.colour === "remembered" ? {} : { colour }),
    };
    const words = setPayload(lamp, { ...this.of(record), ...before }, { on: true });
    if (!words || isSame(words, this.#noted.get(lightId))) return;
    this.#noted.set(lightId, words);
    listed.bridge.noteShown(lightId, words);
  }

  heard(lightId: LightId, payload: Uint8Array): void {
    this.#noted.hear(lightId, payload);
  }

  /** How a lamp that is off was before, as far as this gateway did not hear it itself. */
  of({ lightId, lamp, freshness }: LampRecord): Partial<LightState> {
    const words = this.#noted.get(lightId);
    const { brightnessPercent, colour } = words ? shownBy(lamp, words) : {};
    return {
      ...(brightnessPercent !== undefined && freshness.brightnessPercent !== "confirmed" ? { brightnessPercent } : {}),
      ...(colour !== undefined && freshness.colour !== "confirmed" ? { colour } : {}),
    };
  }
}
