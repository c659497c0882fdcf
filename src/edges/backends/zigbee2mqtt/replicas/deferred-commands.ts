import type { Change } from "../../../../core/home/changes/change.ts";
import type { LightId } from "../../../../core/home/model/ids.ts";
import type { LightState } from "../../../../core/home/model/light.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { LightRegistry } from "../lights/light-registry.ts";
import type { LightTracker } from "../lights/light-tracker.ts";
import { PeerLightStates, peerPayload } from "./peer-light-states.ts";

/**
 * Commands for lights that are off, or that the same command turns off. Such a light may ignore a command: the home shows
 * the command all the same, and the command is sent again when the light is turned on. Gateways share deferred commands as
 * retained messages, in the payload that the light would be sent, so that all gateways show the same.
 */
export class DeferredCommands {
  readonly #lights: LightRegistry;
  readonly #report: (change: Change) => void;
  readonly #peerStates: PeerLightStates;
  /** Lights with a deferred command of this gateway that is not obsolete yet. */
  readonly #own = new Set<LightId>();

  constructor(lights: LightRegistry, report: (change: Change) => void) {
    this.#lights = lights;
    this.#report = report;
    this.#peerStates = new PeerLightStates("held", lights);
  }

  /** A light that is still on shows the command only once it reports that it is off. */
  defer(tracker: LightTracker, { on: _, ...command }: Partial<LightState>): void {
    if (Object.keys(command).length === 0) return;
    tracker.defer(command);
    const { lightId, isOn } = tracker;
    if (!isOn) this.#report({ kind: "lightChanged", lightId, state: command });
    this.#own.add(lightId);
    this.#publish(tracker);
  }

  /** A gateway, perhaps this one, published a deferred command, or cleared it (undefined). */
  onPeerState(lightId: LightId, value: unknown): void {
    this.#peerStates.store(lightId, value);
    const tracker = this.#lights.get(lightId);
    if (!tracker) return;
    // The command that a peer cleared was an older one: that peer had not received ours yet.
    if (this.#own.has(lightId) && !this.#peerStates.has(lightId)) this.#publish(tracker);
    else this.#apply(tracker);
  }

  /** Lights may be listed only after their peer states arrived. */
  *applyPeerStates(): Steps<void> {
    for (const lightId of this.#peerStates.keys()) {
      const tracker = this.#lights.get(lightId);
      if (tracker) this.#apply(tracker);
      yield;
    }
  }

  /** A light reports that it is on: its deferred commands are obsolete. */
  clear(tracker: LightTracker): void {
    tracker.clearDeferred();
    this.#own.delete(tracker.lightId);
    if (this.#peerStates.has(tracker.lightId)) this.#peerStates.publish(tracker, undefined);
  }

  /** The broker is about to deliver all retained peer states anew. */
  onOpened(bridge: Bridge): void {
    this.#peerStates.onOpened(bridge);
  }

  #publish(tracker: LightTracker): void {
    const payload = peerPayload(tracker, tracker.deferred);
    if (payload) this.#peerStates.publish(tracker, payload);
  }

  #apply(tracker: LightTracker): void {
    const command = this.#peerStates.stateOf(tracker);
    tracker.clearDeferred();
    tracker.defer(command);
    const { lightId, isOn } = tracker;
    if (!isOn && Object.keys(command).length > 0) this.#report({ kind: "lightChanged", lightId, state: command });
  }
}
