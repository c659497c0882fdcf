import { idOf, type Replacement } from "../home/changes/replacement.ts";
import type { Light, LightCommand, LightState } from "../home/model/light.ts";
import type { SyncBox, SyncBoxState } from "../home/model/sync-box.ts";
import { allAtOnce, type Steps } from "../shared/steps.ts";
import type { ChangeNotification } from "./change-notification.ts";
import { type DeviceCommand, type DeviceCommands, deviceCommands } from "./device-commands.ts";
import type { Gateway } from "./gateway.ts";
import type { OptimisticState } from "./optimistic-state.ts";

/** The device port: what the gateway itself calls of a back end. Nothing here waits for a device. */
export interface DevicePort {
  /** Commands lights, at most once each: those of one command of a client come together. */
  setLights(commands: readonly LightCommand[]): Steps<void>;
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
export function startDeviceSync(options: DeviceSyncOptions): () => void {
  const { gateway, optimisticState, devices } = options;
  return gateway.watchInSteps((notification) => {
    if (notification.cause !== "report") {
      for (const id of addedOrRemoved(notification)) optimisticState.forget(id);
      devices.follow(notification.replacements);
    }
    const sending = new Sending(options);
    const commands = deviceCommands(notification, gateway.home);
    if (notification.isLarge) return sending.sendInSteps(commands);
    allAtOnce(sending.send(commands));
    return undefined;
  });
}

/** Sends the commands of one change. Those of a rollback are sent as well, as the devices may have obeyed already. */
class Sending {
  readonly #options: DeviceSyncOptions;
  readonly #lightCommands: LightCommand[] = [];

  constructor(options: DeviceSyncOptions) {
    this.#options = options;
  }

  *send(commands: DeviceCommands): Steps<void> {
    for (const id of commands.ids()) this.#give(commands.of(id));
    yield* this.#setLights();
  }

  /** A light that reports before its turn has come is given its command first: its report is of the time before that. */
  sendInSteps(commands: DeviceCommands): Steps<void> {
    const { optimisticState } = this.#options;
    const expected = optimisticState.expect(commands, (id) => this.#give(commands.of(id)));
    const setLights = () => this.#setLights();
    return (function* () {
      yield* expected;
      yield* setLights();
    })();
  }

  #give(command: DeviceCommand | undefined): void {
    const { gateway, optimisticState, devices } = this.#options;
    if (!command) return;
    const { desired, before } = command;
    if (desired.kind === "lightChanged") {
      const light = gateway.home.lights.get(desired.lightId);
      if (!light) return;
      optimisticState.add({ ...desired, state: devices.attainable(light, desired.state) }, before);
      this.#lightCommands.push({ light, desired: desired.state });
    } else {
      optimisticState.add(desired, before);
      const box = gateway.home.syncBoxes.get(desired.syncBoxId);
      if (box) devices.setSyncBox(box, desired.state);
    }
  }

  *#setLights(): Steps<void> {
    if (this.#lightCommands.length > 0) yield* this.#options.devices.setLights(this.#lightCommands);
  }
}

/** The ids of resources that were removed, or added, be it again under the same id. */
const addedOrRemoved = ({ replacements }: ChangeNotification): readonly string[] =>
  replacements.filter(({ before, after }) => !before || !after).map(idOf);
