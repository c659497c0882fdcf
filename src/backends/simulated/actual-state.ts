import type { ChangeOf } from "../../home/changes/change.ts";
import { patched } from "../../home/changes/replacement.ts";
import type { Home } from "../../home/home.ts";
import { withinAbility } from "../../home/model/ability.ts";
import type { Device } from "../../home/model/device.ts";
import { lightsOf } from "../../home/select.ts";
import type { HandSettings } from "./happening.ts";

/** What a device truly is, whatever the home shows; told as it would introduce itself. */
export type ActualState = ChangeOf<"deviceJoined">;

/** A wish for one part of a device, or what that part says of itself. */
export type StateChange = ChangeOf<"lightChanged"> | ChangeOf<"syncBoxChanged">;

/** A device of which nothing else is known is as the home shows it. */
export const shownState = (home: Home, device: Device): ActualState => ({
  kind: "deviceJoined",
  device,
  lights: lightsOf(home, device),
  syncBox: device.syncBoxId === null ? null : (home.syncBoxes.get(device.syncBoxId) ?? null),
});

/** What a device takes of a wish; nothing of one for a part that it does not have. */
export function acceptedOf({ lights, syncBox }: ActualState, command: StateChange): StateChange | undefined {
  if (command.kind === "syncBoxChanged")
    return syncBox?.id === command.syncBoxId && saysAnything(command) ? command : undefined;
  const light = lights.find(({ id }) => id === command.lightId);
  const taken = light && { ...command, state: withinAbility(command.state, light) };
  return taken && saysAnything(taken) ? taken : undefined;
}

const saysAnything = ({ state }: StateChange): boolean => Object.keys(state).length > 0;

export function changedState(actualState: ActualState, change: StateChange): ActualState {
  if (change.kind === "syncBoxChanged") {
    return actualState.syncBox ? { ...actualState, syncBox: patched(actualState.syncBox, change.state) } : actualState;
  }
  const lights = actualState.lights.map((light) =>
    light.id === change.lightId ? patched(light, change.state) : light,
  );
  return { ...actualState, lights };
}

/** Everything a device can say of itself, part by part. */
export const wholeState = ({ lights, syncBox }: ActualState): readonly StateChange[] => [
  ...lights.map(({ id, on, brightnessPercent, colour, powerOn }): StateChange => {
    return { kind: "lightChanged", lightId: id, state: { on, brightnessPercent, colour, powerOn } };
  }),
  ...(syncBox ? [syncBoxState(syncBox)] : []),
];

function syncBoxState({ id, deviceId, name, ...state }: NonNullable<ActualState["syncBox"]>): StateChange {
  return { kind: "syncBoxChanged", syncBoxId: id, state };
}

/** What it comes to when somebody sets all parts of a device by hand. */
export function setByHand({ lights, syncBox }: ActualState, settings: HandSettings): readonly StateChange[] {
  const { colour, ...ofABox } = settings;
  return [
    ...lights.map(({ id }): StateChange => ({ kind: "lightChanged", lightId: id, state: settings })),
    ...(syncBox ? [{ kind: "syncBoxChanged", syncBoxId: syncBox.id, state: ofABox } as const] : []),
  ];
}

export const isAnyOn = ({ lights, syncBox }: ActualState): boolean =>
  lights.some(({ on }) => on) || (syncBox?.on ?? false);

export const hasParts = ({ lights, syncBox }: ActualState): boolean => lights.length > 0 || syncBox !== null;
