import type { Home } from "../../../../core/home/home.ts";
import type { DeviceId, LightId } from "../../../../core/home/model/ids.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { allOf, type FreshnessOfLight } from "../../condition.ts";
import type { Bridge } from "../bridge/bridge.ts";
import { lightIdOf } from "../ids.ts";
import type { ListedDevice } from "../reconcile/reconcile-devices.ts";
import { LightTracker } from "./light-tracker.ts";

const UNKNOWN = allOf("remembered");

/** The trackers of all lights of the devices that bridges list. */
export class LightRegistry {
  readonly #home: Home;
  /** Lights that the home had when the back end started. */
  readonly #fromBefore: ReadonlySet<LightId>;
  #trackers = new Map<LightId, LightTracker>();
  #byDevice = new Map<string, readonly LightTracker[]>();

  constructor(home: Home) {
    this.#home = home;
    this.#fromBefore = new Set(home.lights.all().map(({ id }) => id));
  }

  /** Follows the lists of devices; the trackers of lights that are still listed are kept. */
  *update(listed: ReadonlyMap<DeviceId, ListedDevice>): Steps<void> {
    const trackers = new Map<LightId, LightTracker>();
    const byDevice = new Map<string, readonly LightTracker[]>();
    for (const device of listed.values()) {
      const own = this.#trackersFor(device);
      byDevice.set(device.entry.ieeeAddress, own);
      for (const tracker of own) trackers.set(tracker.lightId, tracker);
      yield;
    }
    this.#trackers = trackers;
    this.#byDevice = byDevice;
  }

  get(lightId: LightId): LightTracker | undefined {
    return this.#trackers.get(lightId);
  }

  ofDevice(ieeeAddress: string): readonly LightTracker[] {
    return this.#byDevice.get(ieeeAddress) ?? [];
  }

  freshnessOf(lightId: LightId): FreshnessOfLight {
    return this.#trackers.get(lightId)?.freshness ?? UNKNOWN;
  }

  /** The bridge is away: what its lights reported is no longer confirmed. */
  markUnconfirmed(bridge: Bridge): void {
    for (const tracker of this.#trackers.values()) if (tracker.listed.bridge === bridge) tracker.markUnconfirmed();
  }

  #trackersFor(listed: ListedDevice): readonly LightTracker[] {
    return listed.entry.capabilities.lamps.map((lamp) => {
      const lightId = lightIdOf(listed.entry.ieeeAddress, lamp.endpoint);
      const known = this.#trackers.get(lightId);
      known?.update(listed, lamp);
      return known ?? this.#newTracker({ lightId, listed, lamp });
    });
  }

  #newTracker(light: ConstructorParameters<typeof LightTracker>[0]): LightTracker {
    const on = this.#home.lights.get(light.lightId)?.on ?? false;
    return new LightTracker(light, { on, freshness: this.#fromBefore.has(light.lightId) ? "remembered" : "assumed" });
  }
}
