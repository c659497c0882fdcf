import type { LightId } from "../../home/ids.ts";
import type { Light, LightState } from "../../home/light.ts";
import { isSame } from "../../home/replacement.ts";
import { isObject, type JsonObject, parsed, textOf } from "./json.ts";
import type { LampRecord } from "./lamp-record.ts";
import { setPayload, shownBy } from "./models/lamp-wish.ts";

/** Nobody has more lamps than that, and anybody can write to a broker. */
const MOST_NOTES = 10_000;

/**
 * How lamps were when they were turned off. What one that is off says of that is not to be believed, so a gateway that
 * was away then could not know: the others leave it a note at the broker, in the words that the lamp would be told.
 */
export class ShownNotes {
  /** By the ids of lights, some of which may not be listed yet. */
  readonly #noted = new Map<LightId, JsonObject>();

  /** A lamp was just turned off; what is only remembered of it others may know better. */
  note(record: LampRecord, { brightnessPercent, colour }: Light): void {
    const { lightId, listed, lamp, freshness } = record;
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
    const words = parsed(textOf(payload))?.value;
    const hasRoom = this.#noted.has(lightId) || this.#noted.size < MOST_NOTES;
    if (isObject(words) && hasRoom) this.#noted.set(lightId, words);
    else this.#noted.delete(lightId);
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
