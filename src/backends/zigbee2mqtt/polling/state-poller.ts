import type { Clock } from "../../../home/clock.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import type { JsonObject } from "../json-values.ts";
import type { LightRegistry } from "../lights/light-registry.ts";
import type { LightTracker } from "../lights/light-tracker.ts";
import { pollPayloads } from "../models/poll-payloads.ts";

export interface StatePollerDependencies {
  readonly bridge: Bridge;
  readonly lamps: LightRegistry;
  readonly clock: Clock;
  readonly isOnline: (device: DeviceEntry) => boolean;
}

/** A Zigbee network bears but a few questions at a time. */
const AT_ONCE = 4;
const ANSWER_MILLIS = 2_000;
/** A lamp that did not answer is asked again after a while, so often in all. */
const ASK_AGAIN_MILLIS = 30_000;
const TIMES = 3;

/**
 * Asks the lamps of a bridge what they show. First only whether they are on: what a lamp that is off says of its
 * brightness is not to be believed, and some turn on when they are asked for more.
 */
export class StatePoller {
  readonly #bridge: Bridge;
  readonly #lamps: LightRegistry;
  readonly #clock: Clock;
  readonly #isOnline: (device: DeviceEntry) => boolean;
  /** Addresses that wait for their turn, and how often they were asked in vain. */
  readonly #waiting = new Map<string, number>();
  readonly #asked = new Map<string, { readonly callOff: () => void; readonly triesBefore: number }>();
  /** Those that did not answer in time, and what calls off that they are asked again. */
  readonly #askedAgain = new Map<string, () => void>();

  constructor({ bridge, lamps, clock, isOnline }: StatePollerDependencies) {
    this.#bridge = bridge;
    this.#lamps = lamps;
    this.#clock = clock;
    this.#isOnline = isOnline;
  }

  /** Asks these devices, in their turn. */
  ask(devices: readonly DeviceEntry[]): void {
    for (const { ieeeAddress } of devices) {
      if (this.#lamps.of(ieeeAddress).length === 0 || this.#asked.has(ieeeAddress)) continue;
      this.#isOver(ieeeAddress);
      this.#waiting.set(ieeeAddress, 0);
    }
    this.#next();
  }

  /** A device said something: what it was asked is answered then, late perhaps, and one that is on is asked for the rest. */
  heard({ ieeeAddress }: DeviceEntry, values: JsonObject): void {
    const records = this.#lamps.of(ieeeAddress);
    if (!records.some(({ lamp }) => Object.hasOwn(values, lamp.state.property))) return;
    if (records.some(({ freshness }) => freshness.on !== "confirmed") || !this.#isOver(ieeeAddress)) return;
    this.#askFor(
      ieeeAddress,
      records.filter(({ isOn }) => isOn),
      "whenOn",
    );
    this.#next();
  }

  /** The bridge is gone: whoever waits is asked when it is back. */
  callOff(): void {
    for (const { callOff } of this.#asked.values()) callOff();
    for (const callOff of this.#askedAgain.values()) callOff();
    this.#asked.clear();
    this.#askedAgain.clear();
    this.#waiting.clear();
  }

  /** Whether there was a question. */
  #isOver(ieeeAddress: string): boolean {
    this.#asked.get(ieeeAddress)?.callOff();
    this.#askedAgain.get(ieeeAddress)?.();
    const wasAsked = this.#asked.delete(ieeeAddress);
    return this.#askedAgain.delete(ieeeAddress) || wasAsked;
  }

  #next(): void {
    for (const [ieeeAddress, triesBefore] of this.#waiting) {
      if (this.#asked.size >= AT_ONCE) return;
      this.#waiting.delete(ieeeAddress);
      if (!this.#askFor(ieeeAddress, this.#lamps.of(ieeeAddress), "first")) continue;
      const callOff = this.#clock.after(ANSWER_MILLIS, () => this.#giveUp(ieeeAddress));
      this.#asked.set(ieeeAddress, { callOff, triesBefore });
    }
  }

  #giveUp(ieeeAddress: string): void {
    const tries = 1 + (this.#asked.get(ieeeAddress)?.triesBefore ?? 0);
    this.#asked.delete(ieeeAddress);
    if (tries < TIMES) {
      const askAgain = () => {
        this.#askedAgain.delete(ieeeAddress);
        this.#waiting.set(ieeeAddress, tries);
        this.#next();
      };
      this.#askedAgain.set(ieeeAddress, this.#clock.after(ASK_AGAIN_MILLIS, askAgain));
    }
    this.#next();
  }

  /** Whether there is something to ask, and somebody to answer. */
  #askFor(ieeeAddress: string, records: readonly LightTracker[], which: "first" | "whenOn"): boolean {
    const online = records.filter(({ listed }) => this.#isOnline(listed.entry));
    const question = Object.assign({}, ...online.map(({ lamp }) => pollPayloads(lamp)[which] ?? {}));
    if (Object.keys(question).length === 0) return false;
    this.#bridge.publish(`${ieeeAddress}/get`, question);
    return true;
  }
}
