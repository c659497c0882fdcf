import type { Home } from "../../../home/home.ts";
import type { DeviceId, LightId } from "../../../home/ids.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { FreshnessOfLight } from "../../condition.ts";
import type { Bridge } from "../bridge/bridge.ts";
import { lightIdOf } from "../ids.ts";
import type { ListedDevice } from "../reconcile/reconcile-devices.ts";
import { LightTracker } from "./light-tracker.ts";

const UNKNOWN: FreshnessOfLight = { on: "remembered", brightnessPercent: "remembered", colour: "remembered" };

/** Every light that is listed. */
export class LightRegistry {
  readonly #home: Home;
  readonly #fromBefore: ReadonlySet<LightId>;
  #records = new Map<LightId, LightTracker>();
  #byDevice = new Map<string, readonly LightTracker[]>();

  constructor(home: Home) {
    this.#home = home;
    this.#fromBefore = new Set(home.lights.all().map(({ id }) => id));
  }

  /** The lights of all devices that are listed now; what is known of those that stay is kept. */
  *follow(listed: ReadonlyMap<DeviceId, ListedDevice>): Steps<void> {
    const records = new Map<LightId, LightTracker>();
    const byDevice = new Map<string, readonly LightTracker[]>();
    for (const one of listed.values()) {
      const own = this.#recordsOf(one);
      byDevice.set(one.entry.ieeeAddress, own);
      for (const record of own) records.set(record.lightId, record);
      yield;
    }
    this.#records = records;
    this.#byDevice = byDevice;
  }

  get(lightId: LightId): LightTracker | undefined {
    return this.#records.get(lightId);
  }

  of(ieeeAddress: string): readonly LightTracker[] {
    return this.#byDevice.get(ieeeAddress) ?? [];
  }

  freshnessOf(lightId: LightId): FreshnessOfLight {
    return this.#records.get(lightId)?.freshness ?? UNKNOWN;
  }

  /** Nothing is heard of the lights of a bridge any more. */
  lose(bridge: Bridge): void {
    for (const record of this.#records.values()) if (record.listed.bridge === bridge) record.lose();
  }

  #recordsOf(listed: ListedDevice): readonly LightTracker[] {
    return listed.entry.capabilities.lamps.map((lamp) => {
      const lightId = lightIdOf(listed.entry.ieeeAddress, lamp.endpoint);
      const known = this.#records.get(lightId);
      known?.follow(listed, lamp);
      return known ?? this.#newRecord({ lightId, listed, lamp });
    });
  }

  #newRecord(fresh: ConstructorParameters<typeof LightTracker>[0]): LightTracker {
    const on = this.#home.lights.get(fresh.lightId)?.on ?? false;
    return new LightTracker(fresh, { on, freshness: this.#fromBefore.has(fresh.lightId) ? "remembered" : "assumed" });
  }
}
