import type { Clock } from "../../../home/clock.ts";
import type { DeviceId } from "../../../home/ids.ts";
import type { ListedDevice } from "./reconcile-devices.ts";

/** A list without a device may come so long after Zigbee2MQTT said that it let the device go. */
const LISTED_MILLIS = 60_000;

interface Removal extends ListedDevice {
  /** Undefined until Zigbee2MQTT has said that it let the device go. */
  readonly cancel: (() => void) | undefined;
}

/** Devices that are being sent away: Zigbee2MQTT was asked, or let them go and lists them all the same. */
export class PendingRemovals {
  readonly #clock: Clock;
  readonly #onStayed: (stayed: ListedDevice) => void;
  readonly #departures = new Map<DeviceId, Removal>();

  /** Tells of each that is listed still when it should be gone. */
  constructor(clock: Clock, onStayed: (stayed: ListedDevice) => void) {
    this.#clock = clock;
    this.#onStayed = onStayed;
  }

  /** Those that Zigbee2MQTT was asked to let go, and has not answered yet, as they were listed then. */
  get asked(): ReadonlyMap<DeviceId, ListedDevice> {
    return new Map([...this.#departures].filter(([, { cancel }]) => cancel === undefined));
  }

  /** Whether Zigbee2MQTT let it go: it is gone, though it may be listed. */
  isGone(id: DeviceId): boolean {
    return this.#departures.get(id)?.cancel !== undefined;
  }

  ask(id: DeviceId, listed: ListedDevice): void {
    this.end(id);
    this.#departures.set(id, { ...listed, cancel: undefined });
  }

  letGo(id: DeviceId): void {
    const departure = this.#departures.get(id);
    if (!departure) return;
    const cancel = this.#clock.after(LISTED_MILLIS, () => {
      this.end(id);
      this.#onStayed(departure);
    });
    this.#departures.set(id, { ...departure, cancel });
  }

  /** Who is listed no more, or by another bridge than the one it was to leave, is gone from there. */
  follow(listed: ReadonlyMap<DeviceId, ListedDevice>): void {
    for (const [id, { bridge }] of this.#departures) {
      if (this.isGone(id) && listed.get(id)?.bridge !== bridge) this.end(id);
    }
  }

  end(id: DeviceId): void {
    this.#departures.get(id)?.cancel?.();
    this.#departures.delete(id);
  }
}
