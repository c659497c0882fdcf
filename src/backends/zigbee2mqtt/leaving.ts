import type { Clock } from "../../home/clock.ts";
import type { DeviceId } from "../../home/ids.ts";
import type { Listed } from "./align-devices.ts";
import { removalOf } from "./ids.ts";

/** So long, and longer than it takes, Zigbee2MQTT may take to let a device go. */
const TAKES_MILLIS = 60_000;

interface Departure extends Listed {
  readonly callOff: () => void;
}

/** Devices that were sent away and are listed all the same, until Zigbee2MQTT has let them go. */
export class Leaving {
  readonly #clock: Clock;
  readonly #onStayed: (stayed: Listed) => void;
  readonly #departures = new Map<DeviceId, Departure>();

  /** Tells of each that is listed still when it should be gone. */
  constructor(clock: Clock, onStayed: (stayed: Listed) => void) {
    this.#clock = clock;
    this.#onStayed = onStayed;
  }

  has(id: DeviceId): boolean {
    return this.#departures.has(id);
  }

  add(id: DeviceId, listed: Listed): void {
    this.#end(id);
    const callOff = this.#clock.after(TAKES_MILLIS, () => {
      this.#end(id);
      this.#onStayed(listed);
    });
    this.#departures.set(id, { ...listed, callOff });
  }

  /** It was not let go. */
  refused(transaction: string): void {
    for (const id of this.#departures.keys()) if (removalOf(id) === transaction) this.#end(id);
  }

  /** Who is listed no more, or by another bridge than the one it was to leave, is gone from there. */
  follow(listed: ReadonlyMap<DeviceId, Listed>): void {
    for (const [id, { bridge }] of this.#departures) if (listed.get(id)?.bridge !== bridge) this.#end(id);
  }

  #end(id: DeviceId): void {
    this.#departures.get(id)?.callOff();
    this.#departures.delete(id);
  }
}
