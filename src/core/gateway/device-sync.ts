import { allAtOnce, type Steps } from "../../shared/steps.ts";
import type { ChangeNotification } from "../home/changes/change-notification.ts";
import { idOf, type Replacement } from "../home/changes/replacement.ts";
import type { Light, LightCommand, LightState } from "../home/model/light.ts";
import type { SyncBox, SyncBoxState } from "../home/model/sync-box.ts";
import { type DeviceCommand, type DeviceCommands, deviceCommands } from "./device-commands.ts";
import type { Gateway } from "./gateway.ts";
import type { OptimisticState } from "./optimistic-state.ts";

/** The device port: what the gateway itself calls of a back end. Nothing here waits for a device. */
export interface DevicePort {
  /**
   * Commands lights, at most once each: those of one command of a client come together. Each command is worked out when it
   * is taken.
   */
  setLights(commands: Iterable<LightCommand>): Steps<void>;
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
    const commands = deviceCommands(notification, gateway.home);
    const steps = new Sending(options, commands).send({ isExpected: notification.isLarge ?? false });
    if (notification.isLarge) return steps;
    allAtOnce(steps);
    return undefined;
  });
}

/** Sends the commands of one change. Those of a rollback are sent as well, as the devices may have obeyed already. */
class Sending {
  readonly #options: DeviceSyncOptions;
  readonly #commands: DeviceCommands;
  /** Commands for lights that are pending and not sent yet. */
  readonly #given: LightCommand[] = [];

  constructor(options: DeviceSyncOptions, commands: DeviceCommands) {
    this.#options = options;
    this.#commands = commands;
  }

  /**
   * Of commands that are expected, that of a light which reports before its turn has come is pending at once: the report is
   * of the time before the command.
   */
  send({ isExpected }: { readonly isExpected: boolean }): Steps<void> {
    if (!isExpected) return this.#sendFew();
    const give = (id: string) => this.#give(this.#commands.of(id));
    const expected = this.#options.optimisticState.expect(this.#commands, give);
    return this.#sendAll(expected.give, expected.forget);
  }

  *#sendFew(): Steps<void> {
    for (const id of yield* this.#commands.ids()) this.#give(this.#commands.of(id));
    yield* this.#options.devices.setLights(this.#given);
  }

  *#sendAll(give: (id: string) => void, onSent: () => void): Steps<void> {
    try {
      const ids = yield* this.#commands.ids();
      const commands = untaken(this.#each(ids, give));
      yield* this.#options.devices.setLights(commands);
      // A back end that does not take a command has not obeyed it.
      for (const _command of commands) yield;
    } finally {
      onSent();
    }
  }

  *#each(ids: readonly string[], give: (id: string) => void): Generator<LightCommand> {
    for (const id of ids) {
      give(id);
      for (let next = this.#given.shift(); next; next = this.#given.shift()) yield next;
    }
  }

  #give(command: DeviceCommand | undefined): void {
    const { gateway, optimisticState, devices } = this.#options;
    if (!command) return;
    const { desired, before } = command;
    if (desired.kind === "lightChanged") {
      const light = gateway.home.lights.get(desired.lightId);
      if (!light) return;
      optimisticState.add({ ...desired, state: devices.attainable(light, desired.state) }, before);
      const { state, fadeMillis } = desired;
      this.#given.push({ light, desired: state, ...(fadeMillis === undefined ? {} : { fadeMillis }) });
    } else {
      optimisticState.add(desired, before);
      const box = gateway.home.syncBoxes.get(desired.syncBoxId);
      if (box) devices.setSyncBox(box, desired.state);
    }
  }
}

/** What is left of items, for whoever takes them next: to stop taking them does not end them. */
const untaken = <Item>(items: Iterator<Item>): Iterable<Item> => ({
  [Symbol.iterator]: () => ({ next: () => items.next() }),
});

/** The ids of resources that were removed, or added, be it again under the same id. */
const addedOrRemoved = ({ replacements }: ChangeNotification): readonly string[] =>
  replacements.filter(({ before, after }) => !before || !after).map(idOf);
