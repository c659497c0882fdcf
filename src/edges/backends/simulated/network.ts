import type { Replacement } from "../../../core/home/changes/replacement.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { DeviceId, LightId, SyncBoxId } from "../../../core/home/model/ids.ts";
import type { Light } from "../../../core/home/model/light.ts";
import { isGateway } from "../../../core/home/model/product.ts";
import type { SyncBox } from "../../../core/home/model/sync-box.ts";
import type { BackendContext } from "../backend.ts";
import { type ActualState, shownState } from "./actual-state.ts";
import type { Delays } from "./device-behaviour.ts";
import { SimulatedDevice, type SimulatedDeviceDependencies } from "./simulated-device.ts";

/** The simulated devices: those of the home, and those that were removed and may join again. */
export class SimulatedNetwork {
  readonly #context: BackendContext;
  /** Shared by all devices: there may be thousands. */
  readonly #dependencies: SimulatedDeviceDependencies;
  readonly #devices = new Map<DeviceId, SimulatedDevice>();
  readonly #away = new Map<DeviceId, ActualState>();

  /** The delays of every device without delays of its own. */
  usualDelays: Delays;

  constructor(context: BackendContext, usualDelays: Delays) {
    this.#context = context;
    this.#dependencies = { ...context, usualDelays: () => this.usualDelays };
    this.usualDelays = usualDelays;
  }

  /** Simulates every device as the home shows it. */
  addAll(): void {
    for (const device of this.#context.home.devices.all()) this.#add(device);
  }

  devices(): readonly SimulatedDevice[] {
    return [...this.#devices.values()];
  }

  /**
   * A device of the home; a device that is not simulated yet starts as the home shows it. The gateway is not simulated.
   */
  device(id: DeviceId): SimulatedDevice | "not-found" | "not-allowed" {
    const known = this.#devices.get(id);
    if (known) return known;
    const shown = this.#context.home.devices.get(id);
    if (!shown) return "not-found";
    return this.#add(shown) ?? "not-allowed";
  }

  /** Removed devices, the one removed first in front. */
  away(): readonly ActualState[] {
    return [...this.#away.values()];
  }

  /** A device asks to join; if the home does not take it, it is dropped. */
  join(newcomer: ActualState): void {
    const { home, report } = this.#context;
    this.#simulate(newcomer);
    report(newcomer);
    if (!home.devices.get(newcomer.device.id)) this.#drop(newcomer.device.id);
  }

  /** Follows devices that were added or removed by other ways than this network; a removed device may join again. */
  follow(replacements: readonly Replacement[]): void {
    for (const removed of removedIn(replacements)) this.#keepAway(removed);
    for (const { in: name, before, after } of replacements) {
      if (name === "devices" && after && !before && !this.#devices.has(after.id)) this.#add(after);
    }
  }

  /** Keeps the device with its names and its actual state. */
  #keepAway({ device, lights, syncBox }: RemovedDevice): void {
    if (isGateway(device.product)) return;
    const actualState = this.#devices.get(device.id)?.actualState ?? { lights, syncBox };
    this.#drop(device.id);
    this.#away.set(device.id, {
      kind: "deviceJoined",
      device: { ...device, admitted: false, online: true },
      lights: actualState.lights.map((light) => ({ ...light, name: nameIn(lights, light.id) ?? light.name })),
      syncBox: actualState.syncBox && {
        ...actualState.syncBox,
        name: syncBox?.name ?? actualState.syncBox.name,
        areaId: null,
      },
    });
  }

  #add(device: Device): SimulatedDevice | undefined {
    if (isGateway(device.product)) return undefined;
    return this.#simulate(shownState(this.#context.home, device));
  }

  #simulate(actualState: ActualState): SimulatedDevice {
    const device = new SimulatedDevice(actualState, this.#dependencies);
    this.#devices.set(actualState.device.id, device);
    this.#away.delete(actualState.device.id);
    return device;
  }

  #drop(id: DeviceId): void {
    this.#devices.get(id)?.leave();
    this.#devices.delete(id);
  }
}

/** A device that was removed from the home, with its parts. */
interface RemovedDevice {
  readonly device: Device;
  readonly lights: readonly Light[];
  readonly syncBox: SyncBox | null;
}

function removedIn(replacements: readonly Replacement[]): readonly RemovedDevice[] {
  const lights = new Map<LightId, Light>();
  const syncBoxes = new Map<SyncBoxId, SyncBox>();
  const devices: Device[] = [];
  for (const replacement of replacements) {
    if (replacement.after) continue;
    if (replacement.in === "lights" && replacement.before) lights.set(replacement.before.id, replacement.before);
    if (replacement.in === "syncBoxes" && replacement.before) syncBoxes.set(replacement.before.id, replacement.before);
    if (replacement.in === "devices" && replacement.before) devices.push(replacement.before);
  }
  return devices.map((device) => ({
    device,
    lights: device.lightIds.flatMap((id) => lights.get(id) ?? []),
    syncBox: (device.syncBoxId && syncBoxes.get(device.syncBoxId)) || null,
  }));
}

const nameIn = (lights: readonly Light[], id: LightId): string | undefined =>
  lights.find((light) => light.id === id)?.name;
