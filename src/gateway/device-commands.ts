import type { Change, ChangeOf } from "../home/changes/change.ts";
import { isSame, type Replacement } from "../home/changes/replacement.ts";
import type { Home } from "../home/home.ts";
import { withinAbility } from "../home/model/ability.ts";
import type { Light, LightState } from "../home/model/light.ts";
import type { SyncBox } from "../home/model/sync-box.ts";
import { lightsOf, reachableLightsIn } from "../home/select.ts";
import type { ChangeNotification } from "./change-notification.ts";

/** A state for one light or sync box: desired by a command, or reported by the device. */
export type StateChange = ChangeOf<"lightChanged"> | ChangeOf<"syncBoxChanged">;

/** What one light or sync box must do, and what the home showed before. */
export interface DeviceCommand {
  readonly desired: StateChange;
  readonly before: Light | SyncBox;
}

const LIGHT_STATE = ["on", "brightnessPercent", "colour", "powerOn"] as const;
const SYNC_BOX_STATE = [
  "on",
  "brightnessPercent",
  "source",
  "mode",
  "intensity",
  "stopAction",
  "selectedConfiguration",
  "configurations",
  "areaId",
] as const;

/** The id of the light or sync box that a state is for. */
export const idOfState = (change: StateChange): string =>
  change.kind === "lightChanged" ? change.lightId : change.syncBoxId;

/**
 * All commands for devices that follow from a change of the home. A command is passed on whole, with the fields that
 * the home shows already: whoever repeats a command has seen that the device missed it.
 */
export function deviceCommands(notification: ChangeNotification, home: Home): readonly DeviceCommand[] {
  const { command } = notification;
  const whole = command ? wholeCommands(command, home) : [];
  const commands = new Map<string, DeviceCommand>(whole.map((each) => [idOfState(each.desired), each]));
  for (const { desired, before } of replacementsForDevices(notification).flatMap(commandFor)) {
    const id = idOfState(desired);
    const state = { ...commands.get(id)?.desired.state, ...desired.state };
    commands.set(id, { desired: { ...desired, state } as StateChange, before });
  }
  return [...commands.values()];
}

/**
 * The replacements that devices do not know of: those of commands and rollbacks. A device knows its own reports; but
 * lights that go off because a sync box reported that it is off do not know that yet.
 */
function replacementsForDevices({ replacements, cause }: ChangeNotification): readonly Replacement[] {
  if (cause !== "report") return replacements;
  return replacements.some(isSyncBoxChange) ? replacements.filter(({ in: name }) => name === "lights") : [];
}

const isSyncBoxChange = ({ in: name, before, after }: Replacement): boolean =>
  name === "syncBoxes" && before !== undefined && after !== undefined;

/** The command that brings a device from one state of the home to the next; none where its state is the same. */
function commandFor({ in: name, before, after }: Replacement): readonly DeviceCommand[] {
  if (name === "lights" && before && after) {
    const state = difference(before, after, LIGHT_STATE);
    return state ? [{ desired: { kind: "lightChanged", lightId: after.id, state }, before }] : [];
  }
  if (name === "syncBoxes" && before && after) {
    const state = difference(before, after, SYNC_BOX_STATE);
    return state ? [{ desired: { kind: "syncBoxChanged", syncBoxId: after.id, state }, before }] : [];
  }
  return [];
}

/** The fields of a state that differ, with their later values. */
function difference<State extends object, Key extends keyof State>(
  before: State,
  after: State,
  keys: readonly Key[],
): Partial<Pick<State, Key>> | undefined {
  const changed = keys.filter((key) => !isSame(before[key], after[key]));
  return changed.length === 0 ? undefined : valuesOf(after, changed);
}

/** Every field that a command names for each light or sync box, with the value that the home shows now. */
function wholeCommands(command: Change, home: Home): readonly DeviceCommand[] {
  switch (command.kind) {
    case "lightChanged":
      return wholeLightCommand(home.lights.get(command.lightId), command.state);
    case "lightsChanged": {
      const device = home.devices.get(command.deviceId);
      return wholeLightCommands(device ? lightsOf(home, device) : [], command.state);
    }
    case "roomLightsChanged":
      return wholeLightCommands(reachableLightsIn(home, home.rooms.get(command.roomId)), command.state);
    case "syncBoxChanged": {
      const box = home.syncBoxes.get(command.syncBoxId);
      const state = box && valuesOf(box, named(SYNC_BOX_STATE, command.state));
      return box && state ? [{ desired: { kind: "syncBoxChanged", syncBoxId: box.id, state }, before: box }] : [];
    }
    default:
      return [];
  }
}

const wholeLightCommands = (lights: readonly Light[], commanded: Partial<LightState>): readonly DeviceCommand[] =>
  lights.flatMap((light) => wholeLightCommand(light, withinAbility(commanded, light)));

function wholeLightCommand(light: Light | undefined, commanded: object): readonly DeviceCommand[] {
  const state = light && valuesOf(light, named(LIGHT_STATE, commanded));
  return light && state ? [{ desired: { kind: "lightChanged", lightId: light.id, state }, before: light }] : [];
}

const named = <Key extends string>(keys: readonly Key[], commanded: object): readonly Key[] =>
  keys.filter((key) => Object.hasOwn(commanded, key));

const valuesOf = <State extends object, Key extends keyof State>(state: State, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, state[key]])) as Partial<Pick<State, Key>>;
