import type { LightId } from "../../../../core/home/model/ids.ts";
import type { LightState } from "../../../../core/home/model/light.ts";
import { isObject, type JsonObject } from "../../../../shared/is-object.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { PeerState } from "../bridge/protocol/peer-state.ts";
import type { LightRegistry } from "../lights/light-registry.ts";
import type { LightTracker } from "../lights/light-tracker.ts";
import { commandPayload, expectedState } from "../models/command-payload.ts";

/** More than any home has. A limit, as anybody can write to a broker. */
const MOST_STATES = 10_000;

/** Retained states of lights, shared between gateways as command payloads. A light may be listed later than its state. */
export class PeerLightStates extends Map<LightId, JsonObject> {
  readonly #kind: PeerState["kind"];
  readonly #lights: LightRegistry;

  constructor(kind: PeerState["kind"], lights: LightRegistry) {
    super();
    this.#kind = kind;
    this.#lights = lights;
  }

  /** The broker is about to deliver all retained peer states anew. */
  onOpened(bridge: Bridge): void {
    for (const lightId of this.keys()) {
      if (this.#lights.get(lightId)?.listed.bridge === bridge) this.delete(lightId);
    }
  }

  /** Stores a received state; undefined where a gateway cleared it. */
  store(lightId: LightId, value: unknown): void {
    const hasRoom = this.has(lightId) || this.size < MOST_STATES;
    if (isObject(value) && hasRoom) this.set(lightId, value);
    else this.delete(lightId);
  }

  /** Publishes a state as a retained message; without a payload, clears it. */
  publish({ lightId, listed }: LightTracker, payload: JsonObject | undefined): void {
    if (payload) this.set(lightId, payload);
    else this.delete(lightId);
    listed.bridge.publishPeerState({ kind: this.#kind, subject: lightId, value: payload });
  }

  /** The state of a light that obeyed the shared payload. */
  stateOf({ lightId, lamp }: LightTracker): Partial<LightState> {
    const payload = this.get(lightId);
    const { on: _, ...state } = payload ? expectedState(lamp, payload) : {};
    return state;
  }
}

/** A state as a payload to share; undefined where the lamp can express nothing of the state. */
export const peerPayload = ({ lamp }: LightTracker, state: Partial<LightState>): JsonObject | undefined =>
  commandPayload(lamp, state, { on: true });
