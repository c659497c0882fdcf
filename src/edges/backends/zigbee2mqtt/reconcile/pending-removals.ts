import type { DeviceId } from "../../../../core/home/model/ids.ts";
import type { Clock } from "../../../../shared/clock.ts";
import type { ListedDevice } from "./reconcile-devices.ts";

/** The first list without a removed device may come so long after Zigbee2MQTT confirmed the removal. */
const LIST_TIMEOUT_MILLIS = 60_000;

interface Removal extends ListedDevice {
  /** Undefined until Zigbee2MQTT confirmed the removal. */
  readonly cancelTimeout: (() => void) | undefined;
}

/** Devices that Zigbee2MQTT was requested to remove, or removed and still lists. */
export class PendingRemovals {
  readonly #clock: Clock;
  readonly #onTimeout: (device: ListedDevice) => void;
  readonly #removals = new Map<DeviceId, Removal>();

  /** `onTimeout` is called for a device that is still listed when it should be gone. */
  constructor(clock: Clock, onTimeout: (device: ListedDevice) => void) {
    this.#clock = clock;
    this.#onTimeout = onTimeout;
  }

  /** Removals without a response yet, each with the device as it was listed at the request. */
  get unconfirmed(): ReadonlyMap<DeviceId, ListedDevice> {
    return new Map([...this.#removals].filter(([, { cancelTimeout }]) => cancelTimeout === undefined));
  }

  isConfirmed(id: DeviceId): boolean {
    return this.#removals.get(id)?.cancelTimeout !== undefined;
  }

  begin(id: DeviceId, device: ListedDevice): void {
    this.end(id);
    this.#removals.set(id, { ...device, cancelTimeout: undefined });
  }

  confirm(id: DeviceId): void {
    const removal = this.#removals.get(id);
    if (!removal) return;
    const cancelTimeout = this.#clock.after(LIST_TIMEOUT_MILLIS, () => {
      this.end(id);
      this.#onTimeout(removal);
    });
    this.#removals.set(id, { ...removal, cancelTimeout });
  }

  /** A removal is complete once the device is listed no more, or by another bridge only. */
  update(listed: ReadonlyMap<DeviceId, ListedDevice>): void {
    for (const [id, { bridge }] of this.#removals) {
      if (this.isConfirmed(id) && listed.get(id)?.bridge !== bridge) this.end(id);
    }
  }

  end(id: DeviceId): void {
    this.#removals.get(id)?.cancelTimeout?.();
    this.#removals.delete(id);
  }
}
