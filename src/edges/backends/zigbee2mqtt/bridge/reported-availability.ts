import type { Clock } from "../../../../shared/clock.ts";
import type { DeviceEntry } from "./protocol/device-entry.ts";

/** When a device is renamed, its availability is cleared under the old name before the device is listed with the new one. */
const RENAME_MILLIS = 3_000;
/** So long after a connection, all retained messages have arrived. */
const ARRIVAL_MILLIS = 8_000;

interface AvailabilityReport {
  readonly isAvailable: boolean;
  readonly isRetained: boolean;
}

/** The last reported availability of each device. */
export class ReportedAvailability {
  readonly #clock: Clock;
  /** Called with devices whose report expired. */
  readonly #onExpired: (ieeeAddresses: readonly string[]) => void;
  readonly #reports = new Map<string, AvailabilityReport>();
  /** Devices whose report expires unless it is repeated. */
  readonly #expiring = new Set<string>();
  readonly #timers = new Set<() => void>();

  constructor(clock: Clock, onExpired: (ieeeAddresses: readonly string[]) => void) {
    this.#clock = clock;
    this.#onExpired = onExpired;
  }

  /** A retained report may date from before monitoring was disabled: it counts only while Zigbee2MQTT monitors. */
  of({ ieeeAddress }: DeviceEntry, isMonitored: boolean): boolean | undefined {
    const report = this.#reports.get(ieeeAddress);
    return isMonitored || !report?.isRetained ? report?.isAvailable : undefined;
  }

  onReport({ ieeeAddress }: DeviceEntry, report: AvailabilityReport): void {
    this.#reports.set(ieeeAddress, report);
    this.#expiring.delete(ieeeAddress);
  }

  /** The retained report was cleared. */
  onCleared({ ieeeAddress }: DeviceEntry): void {
    this.#expire([ieeeAddress], RENAME_MILLIS);
  }

  /** Reports of before the connection expire unless the broker repeats them. */
  onOpened(): void {
    this.onClosed();
    this.#expire([...this.#reports.keys()], ARRIVAL_MILLIS);
  }

  /** Nothing can be repeated while nothing is connected: reports expire only on a connection that stays open. */
  onClosed(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#expiring.clear();
  }

  /** Forgets the reports of devices that are not listed. */
  keepOnly(devices: readonly DeviceEntry[]): void {
    const known = new Set(devices.map(({ ieeeAddress }) => ieeeAddress));
    for (const address of this.#reports.keys()) if (!known.has(address)) this.#reports.delete(address);
  }

  #expire(ieeeAddresses: readonly string[], millis: number): void {
    for (const address of ieeeAddresses) this.#expiring.add(address);
    const cancel = this.#clock.after(millis, () => {
      this.#timers.delete(cancel);
      const expired = ieeeAddresses.filter((address) => this.#expiring.delete(address));
      for (const address of expired) this.#reports.delete(address);
      if (expired.length > 0) this.#onExpired(expired);
    });
    this.#timers.add(cancel);
  }
}
