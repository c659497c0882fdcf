import type { DeviceId } from "../../../core/home/model/ids.ts";
import type { MonotonicClock } from "../../../shared/clock.ts";
import type { DeviceSigns } from "../condition.ts";
import type { StateReport } from "./bridge/device-topics.ts";

/** Devices that have left are forgotten once so many signs are kept. */
const MOST_KEPT = 100_000;

/** When each device was last heard of, and how full its battery is; not stored, as each report says it anew. */
export class KnownSigns {
  readonly #now: MonotonicClock;
  readonly #signs = new Map<DeviceId, DeviceSigns>();

  constructor(now: MonotonicClock) {
    this.#now = now;
  }

  of(deviceId: DeviceId): DeviceSigns {
    return this.#signs.get(deviceId) ?? {};
  }

  /** Of a report that the broker kept, Zigbee2MQTT may say how old it is (`last_seen`). */
  take(deviceId: DeviceId, { values, isRemembered }: StateReport): void {
    const known = this.of(deviceId);
    const { battery, last_seen: lastSeen } = values;
    const seenMillis = isRemembered ? this.#momentOf(lastSeen) : this.#now();
    const isNewer = seenMillis !== undefined && seenMillis >= (known.seenMillis ?? Number.NEGATIVE_INFINITY);
    this.#signs.delete(deviceId);
    this.#signs.set(deviceId, {
      ...known,
      ...(isNewer ? { seenMillis } : {}),
      ...(isPercentage(battery) ? { batteryPercent: battery } : {}),
    });
    const [longestUnheard] = this.#signs.keys();
    if (this.#signs.size > MOST_KEPT && longestUnheard !== undefined) this.#signs.delete(longestUnheard);
  }

  /** By our own clock, of a time by the wall clock: as ISO 8601 or as milliseconds. */
  #momentOf(wall: unknown): number | undefined {
    const millis = typeof wall === "number" ? wall : typeof wall === "string" ? Date.parse(wall) : Number.NaN;
    return Number.isFinite(millis) && millis > 0 ? this.#now() - Math.max(0, Date.now() - millis) : undefined;
  }
}

const isPercentage = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 100;
