import { isSame } from "../../../../core/home/changes/replacement.ts";
import type { LightId } from "../../../../core/home/model/ids.ts";
import type { Light, LightState } from "../../../../core/home/model/light.ts";
import type { Clock } from "../../../../shared/clock.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { LightRegistry } from "../lights/light-registry.ts";
import type { LightTracker } from "../lights/light-tracker.ts";
import { PeerLightStates, peerPayload } from "./peer-light-states.ts";

/** Published in batches: in a large home some light is always being turned off, and publishing slows down receiving. */
const BATCH_MILLIS = 2_000;
const BATCH_SIZE = 500;

/**
 * The states of lights before they were turned off. What a light that is off reports of its brightness and colour cannot be
 * trusted, so a gateway that was away at that moment cannot know them: the others share them as retained messages.
 * They are published some time later, the last one of each light, and only where the broker has another one by then: all
 * gateways received the same reports.
 */
export class LastOnStates {
  readonly #lights: LightRegistry;
  readonly #clock: Clock;
  readonly #peerStates: PeerLightStates;
  /** Recorded by this gateway and not published yet. */
  readonly #unpublished = new Map<LightId, Partial<LightState>>();
  #isScheduled = false;

  constructor(lights: LightRegistry, clock: Clock) {
    this.#lights = lights;
    this.#clock = clock;
    this.#peerStates = new PeerLightStates("shown", lights);
  }

  /**
   * A light was just turned off. Only what the light has reported counts: of remembered values peers may know better, and
   * values of commands the light never showed.
   */
  record({ lightId, freshness, lastOnState }: LightTracker, light: Light): void {
    const { brightnessPercent, colour } = { ...light, ...lastOnState };
    const isReported = (key: "brightnessPercent" | "colour"): boolean =>
      freshness[key] === "confirmed" || (freshness[key] === "assumed" && lastOnState[key] !== undefined);
    this.#unpublished.set(lightId, {
      ...(isReported("brightnessPercent") ? { brightnessPercent } : {}),
      ...(isReported("colour") ? { colour } : {}),
    });
    this.#scheduleFlush();
  }

  onPeerState(lightId: LightId, value: unknown): void {
    this.#peerStates.store(lightId, value);
  }

  /** Unpublished states may be older than what peers received meanwhile: for all gateways alike, the broker's state wins. */
  onOpened(bridge: Bridge): void {
    this.#peerStates.onOpened(bridge);
    for (const lightId of this.#unpublished.keys()) {
      if (this.#lights.get(lightId)?.listed.bridge === bridge) this.#unpublished.delete(lightId);
    }
  }

  /** The state of a light before it was turned off, as far as this gateway has no confirmed values of its own. */
  of(tracker: LightTracker): Partial<LightState> {
    const { brightnessPercent, colour } = this.#lastOnStateOf(tracker);
    const { freshness } = tracker;
    return {
      ...(brightnessPercent !== undefined && freshness.brightnessPercent !== "confirmed" ? { brightnessPercent } : {}),
      ...(colour !== undefined && freshness.colour !== "confirmed" ? { colour } : {}),
    };
  }

  /** Publishes what is unpublished, all of it or so many states. */
  flush(most = this.#unpublished.size): void {
    for (const lightId of [...this.#unpublished.keys()].slice(0, most)) {
      const tracker = this.#lights.get(lightId);
      const payload = tracker && peerPayload(tracker, this.#lastOnStateOf(tracker));
      this.#unpublished.delete(lightId);
      if (payload && !isSame(payload, this.#peerStates.get(lightId))) this.#peerStates.publish(tracker, payload);
    }
  }

  #scheduleFlush(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.after(BATCH_MILLIS, () => {
      this.#isScheduled = false;
      this.flush(BATCH_SIZE);
      if (this.#unpublished.size > 0) this.#scheduleFlush();
    });
  }

  #lastOnStateOf(tracker: LightTracker): Partial<LightState> {
    const { powerOn: _, ...ofPeers } = this.#peerStates.stateOf(tracker);
    return { ...ofPeers, ...this.#unpublished.get(tracker.lightId) };
  }
}
