import { idOf, type Replacement } from "../home/changes/replacement.ts";
import type { Home } from "../home/home.ts";
import type { Light, LightCommand, LightState } from "../home/model/light.ts";
import type { SyncBox, SyncBoxState } from "../home/model/sync-box.ts";
import type { ChangeNotification } from "./change-notification.ts";
import { type DeviceCommand, deviceCommands } from "./device-commands.ts";
import type { Gateway } from "./gateway.ts";
import type { OptimisticState } from "./optimistic-state.ts";

/** The device port: what the gateway itself calls of a back end. Nothing here waits for a device. */
export interface DevicePort {
  /** Commands lights, at most once each: those of one command of a client come together. */
  setLights(commands: readonly LightCommand[]): void;
  /** What a light will report once it obeys: lamps have ranges of their own. */
  attainable(light: Light, desired: Partial<LightState>): Partial<LightState>;
  setSyncBox(box: SyncBox, desired: Partial<SyncBoxState>): void;
  /** Tells of resources that were added, changed or removed by other ways than a report. */
  follow(replacements: readonly Replacement[]): void;
}

interface DeviceSyncOptions {
  readonly gateway: Gateway;
  readonly optimisticState: OptimisticState;
  readonly devices: DevicePort;
}

/** Sends every change of the home that devices do not know of to them, from now on; gives what ends that. */
export function startDeviceSync({ gateway, optimisticState, devices }: DeviceSyncOptions): () => void {
  const { home } = gateway;
  return gateway.watch((notification) => {
    if (notification.cause !== "report") {
      for (const id of addedOrRemoved(notification)) optimisticState.forget(id);
      devices.follow(notification.replacements);
    }
    send(deviceCommands(notification, home), { home, optimisticState, devices });
  });
}

/** Sends commands. A rollback is sent as well, as the devices may have obeyed already. */
function send(
  commands: readonly DeviceCommand[],
  { home, optimisticState, devices }: Omit<DeviceSyncOptions, "gateway"> & { readonly home: Home },
): void {
  const lightCommands: LightCommand[] = [];
  for (const { desired, before } of commands) {
    if (desired.kind === "lightChanged") {
      const light = home.lights.get(desired.lightId);
      if (!light) continue;
      optimisticState.add({ ...desired, state: devices.attainable(light, desired.state) }, before);
      lightCommands.push({ light, desired: desired.state });
    } else {
      optimisticState.add(desired, before);
      const box = home.syncBoxes.get(desired.syncBoxId);
      if (box) devices.setSyncBox(box, desired.state);
    }
  }
  if (lightCommands.length > 0) devices.setLights(lightCommands);
}

/** The ids of resources that were removed, or added, be it again under the same id. */
const addedOrRemoved = ({ replacements }: ChangeNotification): readonly string[] =>
  replacements.filter(({ before, after }) => !before || !after).map(idOf);
