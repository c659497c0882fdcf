import type { Clock } from "../../../../shared/clock.ts";
import type { JsonObject } from "../../../../shared/is-object.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";
import type { LightRegistry } from "../lights/light-registry.ts";
import type { LightTracker } from "../lights/light-tracker.ts";
import { pollPayloads } from "../models/poll-payloads.ts";

export interface StatePollerDependencies {
  readonly bridge: Bridge;
  readonly lights: LightRegistry;
  readonly clock: Clock;
  readonly isOnline: (device: DeviceEntry) => boolean;
}

/** A Zigbee network bears only a few reads at a time. */
const MOST_PENDING = 4;
const RESPONSE_TIMEOUT_MILLIS = 2_000;
/** A lamp that did not respond is polled again after a while, so often in all. */
const RETRY_MILLIS = 30_000;
const MOST_TRIES = 3;

/**
 * Polls the lamps of a bridge with `<device>/get`. First only whether they are on: what a lamp that is off reports of its
 * brightness cannot be trusted, and some lamps turn on when more is read.
 */
export class StatePoller {
  readonly #bridge: Bridge;
  readonly #lights: LightRegistry;
  readonly #clock: Clock;
  readonly #isOnline: (device: DeviceEntry) => boolean;
  /** Addresses that wait for a free place among the pending ones, and how often they were polled in vain. */
  readonly #queued = new Map<string, number>();
  /** Addresses that were polled and have not responded yet. */
  readonly #pending = new Map<string, { readonly cancelTimeout: () => void; readonly triesBefore: number }>();
  /** Addresses that did not respond in time, and what cancels their retry. */
  readonly #retries = new Map<string, () => void>();

  constructor({ bridge, lights, clock, isOnline }: StatePollerDependencies) {
    this.#bridge = bridge;
    this.#lights = lights;
    this.#clock = clock;
    this.#isOnline = isOnline;
  }

  poll(devices: readonly DeviceEntry[]): void {
    for (const { ieeeAddress } of devices) {
      if (this.#lights.ofDevice(ieeeAddress).length === 0 || this.#pending.has(ieeeAddress)) continue;
      this.#settle(ieeeAddress);
      this.#queued.set(ieeeAddress, 0);
    }
    this.#sendNext();
  }

  /** A report answers a poll, even a late one; a lamp that reports that it is on is then polled for the rest. */
  onState({ ieeeAddress }: DeviceEntry, values: JsonObject): void {
    const trackers = this.#lights.ofDevice(ieeeAddress);
    if (!trackers.some(({ lamp }) => Object.hasOwn(values, lamp.state.property))) return;
    if (trackers.some(({ freshness }) => freshness.on !== "confirmed") || !this.#settle(ieeeAddress)) return;
    this.#send(
      ieeeAddress,
      trackers.filter(({ isOn }) => isOn),
      "whenOn",
    );
    this.#sendNext();
  }

  cancel(): void {
    for (const { cancelTimeout } of this.#pending.values()) cancelTimeout();
    for (const cancelRetry of this.#retries.values()) cancelRetry();
    this.#pending.clear();
    this.#retries.clear();
    this.#queued.clear();
  }

  /** Ends the poll of a device; returns whether there was one. */
  #settle(ieeeAddress: string): boolean {
    this.#pending.get(ieeeAddress)?.cancelTimeout();
    this.#retries.get(ieeeAddress)?.();
    const wasPending = this.#pending.delete(ieeeAddress);
    return this.#retries.delete(ieeeAddress) || wasPending;
  }

  #sendNext(): void {
    for (const [ieeeAddress, triesBefore] of this.#queued) {
      if (this.#pending.size >= MOST_PENDING) return;
      this.#queued.delete(ieeeAddress);
      if (!this.#send(ieeeAddress, this.#lights.ofDevice(ieeeAddress), "onOff")) continue;
      const cancelTimeout = this.#clock.after(RESPONSE_TIMEOUT_MILLIS, () => this.#onTimeout(ieeeAddress));
      this.#pending.set(ieeeAddress, { cancelTimeout, triesBefore });
    }
  }

  #onTimeout(ieeeAddress: string): void {
    const tries = 1 + (this.#pending.get(ieeeAddress)?.triesBefore ?? 0);
    this.#pending.delete(ieeeAddress);
    if (tries < MOST_TRIES) {
      const retry = () => {
        this.#retries.delete(ieeeAddress);
        this.#queued.set(ieeeAddress, tries);
        this.#sendNext();
      };
      this.#retries.set(ieeeAddress, this.#clock.after(RETRY_MILLIS, retry));
    }
    this.#sendNext();
  }

  /** Returns whether there was something to read, and a device online to respond. */
  #send(ieeeAddress: string, trackers: readonly LightTracker[], which: "onOff" | "whenOn"): boolean {
    const online = trackers.filter(({ listed }) => this.#isOnline(listed.entry));
    const payload = Object.assign({}, ...online.map(({ lamp }) => pollPayloads(lamp)[which] ?? {}));
    if (Object.keys(payload).length === 0) return false;
    this.#bridge.publish(`${ieeeAddress}/get`, payload);
    return true;
  }
}
