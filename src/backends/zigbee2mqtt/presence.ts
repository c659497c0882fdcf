import type { Clock } from "../../home/clock.ts";
import type { Bridge } from "./bridge.ts";
import type { DeviceEntry } from "./device-entry.ts";

/** A bridge may be away for so long before its devices are: a broker that is started anew is back sooner. */
export const GRACE_MILLIS = 30_000;

/** Which devices are online. */
export class Presence {
  readonly #clock: Clock;
  readonly #onAway: () => void;
  readonly #away = new Map<Bridge, { readonly callOff: () => void; isOver: boolean }>();

  constructor(clock: Clock, onAway: () => void) {
    this.#clock = clock;
    this.#onAway = onAway;
  }

  /** A bridge may have gone or come back. */
  follow(bridge: Bridge): void {
    const known = this.#away.get(bridge);
    if (bridge.trouble === undefined) {
      known?.callOff();
      this.#away.delete(bridge);
    } else if (!known) {
      const away = { isOver: false, callOff: this.#clock.after(GRACE_MILLIS, () => this.#giveUp(bridge)) };
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
    this.#onAway();
  }
}
