import type { LightId } from "../../home/ids.ts";
import { isObject, type JsonObject, parsed, textOf } from "./json.ts";

/** Nobody has more lamps than that, and anybody can write to a broker. */
const MOST_NOTES = 10_000;

/** What gateways noted at a broker of lights, some of which may not be listed yet, in the words that a lamp would be told. */
export class LightNotes extends Map<LightId, JsonObject> {
  /** A note, or nothing where one was taken away. */
  hear(lightId: LightId, payload: Uint8Array): void {
    const words = parsed(textOf(payload))?.value;
    const hasRoom = this.has(lightId) || this.size < MOST_NOTES;
    if (isObject(words) && hasRoom) this.set(lightId, words);
    else this.delete(lightId);
  }
}
