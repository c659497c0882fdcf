import type { Clock } from "../../../../shared/clock.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";

/** So long a bridge may be away before its devices count as offline: a broker that restarts is back sooner. */
const GRACE_MILLIS = 30_000;
/** So long after the first connection to a bridge, all retained messages have arrived. */
const ARRIVAL_MILLIS = 3_000;

interface PresenceDependencies {
  readonly clock: Clock;
  /** Time alone brought devices online or offline. */
  readonly onChange: () => void;
}

/** Which devices are online. */
export class Presence {
  readonly #dependencies: PresenceDependencies;
  /** For each bridge that was reached, whether its retained messages may still be arriving. */
  readonly #isArriving = new Map<Bridge, boolean>();
  readonly #outages = new Map<Bridge, { readonly cancelTimeout: () => void; isGraceOver: boolean }>();

  constructor(dependencies: PresenceDependencies) {
    this.#dependencies = dependencies;
  }

  onOpened(bridge: Bridge): void {
    if (this.#isArriving.has(bridge)) return;
    this.#isArriving.set(bridge, true);
    this.#dependencies.clock.after(ARRIVAL_MILLIS, () => {
      this.#isArriving.set(bridge, false);
      this.#dependencies.onChange();
    });
  }

  /** Whether the availability of a device is unknown and may still arrive. */
  isTooSoon(bridge: Bridge, entry: DeviceEntry): boolean {
    return bridge.isAvailable(entry) === undefined && this.#isArriving.get(bridge) === true;
  }

  /** A bridge may have gone away or come back. */
  onStatus(bridge: Bridge): void {
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

  #onGraceOver(bridge: Bridge): void {
    const outage = this.#outages.get(bridge);
    if (!outage) return;
    outage.isGraceOver = true;
    this.#dependencies.onChange();
  }
}
