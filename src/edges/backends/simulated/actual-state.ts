import type { ChangeOf } from "../../../core/home/changes/change.ts";
import { patched } from "../../../core/home/changes/replacement.ts";
import type { Home } from "../../../core/home/home.ts";
import { withinAbility } from "../../../core/home/model/ability.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { lightState } from "../../../core/home/model/light.ts";
import { lightsOf } from "../../../core/home/select.ts";
import type { HandSettings } from "./happening.ts";

/** The state inside a device, whatever the home shows, in the form in which the device joins. */
export type ActualState = ChangeOf<"deviceJoined">;

/** A command for one part of a device, or a report of that part. */
export type StateChange = ChangeOf<"lightChanged"> | ChangeOf<"syncBoxChanged">;

/** The initial actual state of a device: as the home shows it. */
export const shownState = (home: Home, device: Device): ActualState => ({
  kind: "deviceJoined",
  device,
  lights: lightsOf(home, device),
  syncBox: device.syncBoxId === null ? null : (home.syncBoxes.get(device.syncBoxId) ?? null),
});

/** The part of a command that a device accepts; undefined for a part that the device does not have. */
export function acceptedOf({ lights, syncBox }: ActualState, command: StateChange): StateChange | undefined {
  if (command.kind === "syncBoxChanged")
    return syncBox?.id === command.syncBoxId && hasFields(command) ? command : undefined;
  const light = lights.find(({ id }) => id === command.lightId);
  const accepted = light && { ...command, state: withinAbility(command.state, light) };
  return accepted && hasFields(accepted) ? accepted : undefined;
}

const hasFields = ({ state }: StateChange): boolean => Object.keys(state).length > 0;

export function changedState(actualState: ActualState, change: StateChange): ActualState {
  if (change.kind === "syncBoxChanged") {
    return actualState.syncBox ? { ...actualState, syncBox: patched(actualState.syncBox, change.state) } : actualState;
  }
  const lights = actualState.lights.map((light) =>
    light.id === change.lightId ? patched(light, change.state) : light,
  );
  return { ...actualState, lights };
}

/** All reports of a device, part by part. */
export const wholeState = ({ lights, syncBox }: ActualState): readonly StateChange[] => [
  ...lights.map((light): StateChange => ({ kind: "lightChanged", lightId: light.id, state: lightState(light) })),
  ...(syncBox ? [syncBoxState(syncBox)] : []),
];

function syncBoxState({ id, deviceId, name, ...state }: NonNullable<ActualState["syncBox"]>): StateChange {
  return { kind: "syncBoxChanged", syncBoxId: id, state };
}

/** The changes when a person sets all parts of a device by hand. */
export function setByHand({ lights, syncBox }: ActualState, settings: HandSettings): readonly StateChange[] {
  const { colour, ...boxState } = settings;
  return [
    ...lights.map(({ id }): StateChange => ({ kind: "lightChanged", lightId: id, state: settings })),
    ...(syncBox ? [{ kind: "syncBoxChanged", syncBoxId: syncBox.id, state: boxState } as const] : []),
  ];
}

export const isAnyOn = ({ lights, syncBox }: ActualState): boolean =>
  lights.some(({ on }) => on) || (syncBox?.on ?? false);

export const hasParts = ({ lights, syncBox }: ActualState): boolean => lights.length > 0 || syncBox !== null;
