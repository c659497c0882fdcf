import type { Change } from "../../../home/change.ts";
import type { LightId } from "../../../home/ids.ts";
import type { LightState } from "../../../home/light.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { LightRegistry } from "../lights/light-registry.ts";
import type { LightTracker } from "../lights/light-tracker.ts";
import { PeerLightStates, wordsFor } from "./peer-light-states.ts";

/**
 * What lamps were wished that are off, or are turned off by the same wish. They may not take it now: it is shown all the
 * same, and told again when they are turned on. Gateways leave each other a note of it at the broker, in the words that
 * the lamp would be told, so that all of them show it.
 */
export class DeferredCommands {
  readonly #lamps: LightRegistry;
  readonly #report: (change: Change) => void;
  readonly #noted: PeerLightStates;
  /** What this gateway noted, and is not past yet. */
  readonly #own = new Set<LightId>();

  constructor(lamps: LightRegistry, report: (change: Change) => void) {
    this.#lamps = lamps;
    this.#report = report;
    this.#noted = new PeerLightStates("held", lamps);
  }

  /** One that is still on shows it once it says that it is off. */
  hold(record: LightTracker, { on: _, ...wish }: Partial<LightState>): void {
    if (Object.keys(wish).length === 0) return;
    record.hold(wish);
    const { lightId, isOn } = record;
    if (!isOn) this.#report({ kind: "lightChanged", lightId, state: wish });
    this.#own.add(lightId);
    this.#note(record);
  }

  /** What this gateway or another noted, or that it took a note away. */
  heard(lightId: LightId, words: unknown): void {
    this.#noted.hear(lightId, words);
    const record = this.#lamps.get(lightId);
    if (!record) return;
    // What somebody took away was older: they had not heard of ours yet.
    if (this.#own.has(lightId) && !this.#noted.has(lightId)) this.#note(record);
    else this.#follow(record);
  }

  /** LightRegistry may only be known after the notes of them. */
  *followNotes(): Steps<void> {
    for (const lightId of this.#noted.keys()) {
      const record = this.#lamps.get(lightId);
      if (record) this.#follow(record);
      yield;
    }
  }

  /** A lamp says that it is on: what it was wished before is past. */
  release(record: LightTracker): void {
    record.release();
    this.#own.delete(record.lightId);
    if (this.#noted.has(record.lightId)) this.#noted.leave(record, undefined);
  }

  /** All notes are said anew. */
  opened(bridge: Bridge): void {
    this.#noted.opened(bridge);
  }

  #note(record: LightTracker): void {
    const words = wordsFor(record, record.held);
    if (words) this.#noted.leave(record, words);
  }

  #follow(record: LightTracker): void {
    const wish = this.#noted.stateOf(record);
    record.release();
    record.hold(wish);
    const { lightId, isOn } = record;
    if (!isOn && Object.keys(wish).length > 0) this.#report({ kind: "lightChanged", lightId, state: wish });
  }
}
