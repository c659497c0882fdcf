import type { Clock } from "../../../home/clock.ts";
import type { Bridge } from "../bridge/bridge.ts";
import type { DeviceEntry } from "../bridge/protocol/device-entry.ts";

/** A bridge may be away for so long before its devices are: a broker that is started anew is back sooner. */
const GRACE_MILLIS = 30_000;
/** So long after the first connection to a bridge, what its broker keeps has arrived. */
const ARRIVES_MILLIS = 3_000;

interface PresenceOptions {
  readonly clock: Clock;
  /** Time alone made others online, or offline. */
  readonly onOther: () => void;
}

/** Which devices are online. */
export class Presence {
  readonly #options: PresenceOptions;
  /** Those that were reached, and whether what is kept of them may still be on its way. */
  readonly #isArriving = new Map<Bridge, boolean>();
  readonly #away = new Map<Bridge, { readonly callOff: () => void; isOver: boolean }>();

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  opened(bridge: Bridge): void {
    if (this.#isArriving.has(bridge)) return;
    this.#isArriving.set(bridge, true);
    this.#options.clock.after(ARRIVES_MILLIS, () => {
      this.#isArriving.set(bridge, false);
      this.#options.onOther();
    });
  }

  /** Whether it is too soon to go by anything but what Zigbee2MQTT says of a device. */
  isTooSoon(bridge: Bridge, entry: DeviceEntry): boolean {
    return bridge.isAvailable(entry) === undefined && this.#isArriving.get(bridge) === true;
  }

  /** A bridge may have gone or come back. */
  follow(bridge: Bridge): void {
    const known = this.#away.get(bridge);
    if (bridge.trouble === undefined) {
      known?.callOff();
      this.#away.delete(bridge);
    } else if (!known) {
      const away = { isOver: false, callOff: this.#options.clock.after(GRACE_MILLIS, () => this.#giveUp(bridge)) };
      this.#away.set(bridge, away);
    }
  }

  /** Whether a bridge has been away for too long to say anything of its devices but that they cannot be reached. */
  isAway(bridge: Bridge): boolean {
    return this.#away.get(bridge)?.isOver ?? false;
  }

  /** As Zigbee2MQTT says; where it says nothing, a device that it knows well is online. */
  isOnline(bridge: Bridge, entry: DeviceEntry): boolean {
    if (this.isAway(bridge) || entry.isDisabled) return false;
    return bridge.isAvailable(entry) ?? entry.interview === "successful";
  }

  #giveUp(bridge: Bridge): void {
    const away = this.#away.get(bridge);
    if (!away) return;
    away.isOver = true;
    this.#options.onOther();
  }
}
