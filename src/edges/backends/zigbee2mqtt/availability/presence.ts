import type { Clock } from "../../../../shared/clock.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";

/** So long a bridge may be away before its devices count as offline: a broker that restarts is back sooner. */
const GRACE_MILLIS = 30_000;
/** So long after the first connection to a bridge that stays open, all retained messages have arrived. */
const ARRIVAL_MILLIS = 3_000;

interface PresenceDependencies {
  readonly clock: Clock;
  /** Time alone brought devices online or offline. */
  readonly onChange: () => void;
}

/** Which devices are online. */
export class Presence {
  readonly #dependencies: PresenceDependencies;
  /** Bridges whose retained messages have arrived. */
  readonly #arrived = new Set<Bridge>();
  readonly #cancelArrivals = new Map<Bridge, () => void>();
  readonly #outages = new Map<Bridge, { readonly cancelTimeout: () => void; isGraceOver: boolean }>();

  constructor(dependencies: PresenceDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether the availability of a device is unknown and may still arrive. */
  isTooSoon(bridge: Bridge, entry: DeviceEntry): boolean {
    return bridge.isAvailable(entry) === undefined && !this.#arrived.has(bridge);
  }

  /** A bridge may have gone away or come back. */
  onStatus(bridge: Bridge): void {
    this.#awaitArrival(bridge);
    const known = this.#outages.get(bridge);
    if (bridge.problem === undefined) {
      known?.cancelTimeout();
      this.#outages.delete(bridge);
    } else if (!known) {
      const cancelTimeout = this.#dependencies.clock.after(GRACE_MILLIS, () => this.#onGraceOver(bridge));
      this.#outages.set(bridge, { isGraceOver: false, cancelTimeout });
    }
  }

  /** Whether a bridge has been away for so long that its devices count as offline. */
  isAway(bridge: Bridge): boolean {
    return this.#outages.get(bridge)?.isGraceOver ?? false;
  }

  /** As Zigbee2MQTT reports; without a report, a device whose interview succeeded is online. */
  isOnline(bridge: Bridge, entry: DeviceEntry): boolean {
    if (this.isAway(bridge) || entry.isDisabled) return false;
    return bridge.isAvailable(entry) ?? entry.interview === "successful";
  }

  #awaitArrival(bridge: Bridge): void {
    this.#cancelArrivals.get(bridge)?.();
    if (this.#arrived.has(bridge) || bridge.problem !== undefined) return;
    const onArrived = () => {
      this.#arrived.add(bridge);
      this.#dependencies.onChange();
    };
    this.#cancelArrivals.set(bridge, this.#dependencies.clock.after(ARRIVAL_MILLIS, onArrived));
  }

  #onGraceOver(bridge: Bridge): void {
    const outage = this.#outages.get(bridge);
    if (!outage) return;
    outage.isGraceOver = true;
    this.#dependencies.onChange();
  }
}
