import type { Clock } from "../../../home/clock.ts";
import type { DeviceEntry } from "./protocol/device-entry.ts";

/** A device that is called otherwise has its availability taken from the old name before it is listed under the new one. */
const RENAMED_MILLIS = 3_000;
/** So long after a connection, all that a broker keeps was said again. */
const SAID_AGAIN_MILLIS = 8_000;

interface Said {
  readonly isAvailable: boolean;
  readonly isRetained: boolean;
}

/** What Zigbee2MQTT said last of whether devices can be reached. */
export class ReportedAvailability {
  readonly #clock: Clock;
  /** StateReport of devices of which nothing is said any more. */
  readonly #onForgotten: (ieeeAddresses: readonly string[]) => void;
  readonly #said = new Map<string, Said>();
  /** Those of which it may not be so any more. */
  readonly #doubtful = new Set<string>();

  constructor(clock: Clock, onForgotten: (ieeeAddresses: readonly string[]) => void) {
    this.#clock = clock;
    this.#onForgotten = onForgotten;
  }

  /** Nothing where nothing was said, or only by a broker that has kept it since Zigbee2MQTT was told not to look. */
  of({ ieeeAddress }: DeviceEntry, isLookedAfter: boolean): boolean | undefined {
    const said = this.#said.get(ieeeAddress);
    return isLookedAfter || !said?.isRetained ? said?.isAvailable : undefined;
  }

  hear({ ieeeAddress }: DeviceEntry, said: Said): void {
    this.#said.set(ieeeAddress, said);
    this.#doubtful.delete(ieeeAddress);
  }

  /** The broker keeps nothing of it any more. */
  takenBack({ ieeeAddress }: DeviceEntry): void {
    this.#doubt([ieeeAddress], RENAMED_MILLIS);
  }

  /** What is not said again is not so any more. */
  opened(): void {
    this.#doubt([...this.#said.keys()], SAID_AGAIN_MILLIS);
  }

  /** Only these are listed still. */
  keepOnly(devices: readonly DeviceEntry[]): void {
    const known = new Set(devices.map(({ ieeeAddress }) => ieeeAddress));
    for (const address of this.#said.keys()) if (!known.has(address)) this.#said.delete(address);
  }

  #doubt(ieeeAddresses: readonly string[], millis: number): void {
    for (const address of ieeeAddresses) this.#doubtful.add(address);
    this.#clock.after(millis, () => {
      const forgotten = ieeeAddresses.filter((address) => this.#doubtful.delete(address));
      for (const address of forgotten) this.#said.delete(address);
      if (forgotten.length > 0) this.#onForgotten(forgotten);
    });
  }
}
