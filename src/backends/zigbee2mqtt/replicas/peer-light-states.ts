import type { LightId } from "../../../home/ids.ts";
import type { LightState } from "../../../home/light.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { PeerState } from "../bridge/protocol/peer-state.ts";
import { isObject, type JsonObject } from "../json-values.ts";
import type { LightRegistry } from "../lights/light-registry.ts";
import type { LightTracker } from "../lights/light-tracker.ts";
import { commandPayload, expectedState } from "../models/command-payload.ts";

/** Nobody has more lamps than that, and anybody can write to a broker. */
const MOST_NOTES = 10_000;

/** What gateways noted at a broker of lights, some of which may not be listed yet, in the words that a lamp would be told. */
export class PeerLightStates extends Map<LightId, JsonObject> {
  readonly #kind: PeerState["kind"];
  readonly #lamps: LightRegistry;

  constructor(kind: PeerState["kind"], lamps: LightRegistry) {
    super();
    this.#kind = kind;
    this.#lamps = lamps;
  }

  /** All notes are said anew. */
  opened(bridge: Bridge): void {
    for (const lightId of this.keys()) {
      if (this.#lamps.get(lightId)?.listed.bridge === bridge) this.delete(lightId);
    }
  }

  /** A note, or nothing where one was taken away. */
  hear(lightId: LightId, words: unknown): void {
    const hasRoom = this.has(lightId) || this.size < MOST_NOTES;
    if (isObject(words) && hasRoom) this.set(lightId, words);
    else this.delete(lightId);
  }

  /** Leaves a note at the broker; without words, takes it away. */
  leave({ lightId, listed }: LightTracker, words: JsonObject | undefined): void {
    if (words) this.set(lightId, words);
    else this.delete(lightId);
    listed.bridge.leave({ kind: this.#kind, about: lightId, words });
  }

  /** What a light would show that was told what is noted of it. */
  stateOf({ lightId, lamp }: LightTracker): Partial<LightState> {
    const words = this.get(lightId);
    const { on: _, ...state } = words ? expectedState(lamp, words) : {};
    return state;
  }
}

/** What to note of a light; nothing where that cannot be said in its words. */
export const wordsFor = ({ lamp }: LightTracker, state: Partial<LightState>): JsonObject | undefined =>
  commandPayload(lamp, state, { on: true });
