import type { Steps } from "../../shared/steps.ts";
import type { Change, ChangeOf } from "../home/changes/change.ts";
import type { ChangeNotification } from "../home/changes/change-notification.ts";
import { idOf, isSame, type Replacement } from "../home/changes/replacement.ts";
import { isDimming } from "../home/dimming.ts";
import type { Home } from "../home/home.ts";
import { withinAbility } from "../home/model/ability.ts";
import { idFrom, type RoomId } from "../home/model/ids.ts";
import { type Fade, LIGHT_STATE, type Light, type LightState } from "../home/model/light.ts";
import { SYNC_BOX_STATE, type SyncBox } from "../home/model/sync-box.ts";
import { devicesIn, isReachableIn } from "../home/select.ts";
import { distanceFromDesired } from "../home/state-tolerance.ts";

/** A state for one light or sync box: desired by a command, or reported by the device. */
export type StateChange = ChangeOf<"lightChanged"> | ChangeOf<"syncBoxChanged">;

/** What one light or sync box must do, and what the home showed before. */
export interface DeviceCommand {
  readonly desired: StateChange;
  readonly before: Light | SyncBox;
}

/** To look whether a command is for a light takes about a microsecond. */
const LOOKED_AT_IN_A_STEP = 100;

/** The id of the light or sync box that a state is for. */
export const idOfState = (change: StateChange): string =>
  change.kind === "lightChanged" ? change.lightId : change.syncBoxId;

/** Commands for lights and sync boxes, each worked out when it is its turn: there may be thousands. */
export interface DeviceCommands {
  has(id: string): boolean;
  ids(): Steps<readonly string[]>;
  /** Undefined where the light or sync box has nothing to do. */
  of(id: string): DeviceCommand | undefined;
}

/** What a command names. */
interface CommandedParts extends Omit<DeviceCommands, "ids"> {
  /** The ids of all that it may name: not to be gone through in one step. */
  candidates(): Iterable<string>;
}

/**
 * All commands for devices that follow from a change of the home. A command is passed on whole, with the fields that
 * the home shows already: whoever repeats a command has seen that the device missed it.
 */
export function deviceCommands(notification: ChangeNotification, home: Home): DeviceCommands {
  const { command, withdrawn } = notification;
  const commanded = command ? commandedParts(command, home) : withdrawn && withdrawnParts(withdrawn, home);
  const replacements = new ReplacementsById(replacementsForDevices(notification));
  return {
    has: (id) => (commanded?.has(id) ?? false) || replacements.get(id) !== undefined,
    *ids() {
      const ids = new Set<string>();
      let looked = 0;
      for (const id of commanded?.candidates() ?? []) {
        if (commanded?.has(id)) ids.add(id);
        looked += 1;
        if (looked % LOOKED_AT_IN_A_STEP === 0) yield;
      }
      for (const id of yield* replacements.ids()) ids.add(id);
      return [...ids];
    },
    of: (id) => commandFor(replacements.get(id), commanded?.has(id) ? commanded.of(id) : undefined),
  };
}

/** Replacements of what was there and stays, found by id: an index that is made in steps, or whole once it is needed. */
class ReplacementsById {
  readonly #byId = new Map<string, Replacement>();
  readonly #left: Iterator<Replacement>;

  constructor(replacements: readonly Replacement[]) {
    this.#left = replacements[Symbol.iterator]();
  }

  get(id: string): Replacement | undefined {
    while (this.#addNext());
    return this.#byId.get(id);
  }

  *ids(): Steps<Iterable<string>> {
    for (let looked = 1; this.#addNext(); looked += 1) if (looked % LOOKED_AT_IN_A_STEP === 0) yield;
    return this.#byId.keys();
  }

  #addNext(): boolean {
    const { done, value } = this.#left.next();
    if (done) return false;
    if (value.before && value.after) this.#byId.set(idOf(value), value);
    return true;
  }
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

/**
 * The command that brings a device from one state of the home to the next, with the fields that were commanded; none
 * where there is neither.
 */
function commandFor(
  { in: name, before, after }: Partial<Replacement> = {},
  whole: DeviceCommand | undefined,
): DeviceCommand | undefined {
  if (name === "lights" && before && after) {
    const state = changedState(before, after, LIGHT_STATE, whole?.desired.state);
    return state && { desired: { kind: "lightChanged", lightId: after.id, state, ...fadeOf(whole?.desired) }, before };
  }
  if (name === "syncBoxes" && before && after) {
    const state = changedState(before, after, SYNC_BOX_STATE, whole?.desired.state);
    return state && { desired: { kind: "syncBoxChanged", syncBoxId: after.id, state }, before };
  }
  return whole;
}

const fadeOf = (desired: Change | undefined): Fade =>
  desired?.kind === "lightChanged" && desired.fadeMillis ? { fadeMillis: desired.fadeMillis } : {};

/** The fields of a state that differ, with their later values, and those that were commanded; undefined where there are none. */
function changedState<State extends object, Key extends keyof State>(
  before: State,
  after: State,
  keys: readonly Key[],
  commanded: object = {},
): Partial<Pick<State, Key>> | undefined {
  const state: Partial<Pick<State, Key>> = { ...commanded };
  for (const key of keys) if (!isSame(before[key], after[key])) state[key] = after[key];
  return Object.keys(state).length === 0 ? undefined : state;
}

/** Every field that a command names for each light or sync box, with the value that the home shows now. */
function commandedParts(command: Change, home: Home): CommandedParts | undefined {
  const lightWith = (state: Partial<LightState>) => (id: string) =>
    wholeLightCommand(home.lights.get(idFrom(id)), state, fadeOf(command));
  const roomLightWith = (state: Partial<LightState>) => {
    if (!isDimming(state)) return lightWith(state);
    const { brightnessPercent, ...others } = state;
    return (id: string) => lightWith(home.lights.get(idFrom(id))?.on ? state : others)(id);
  };
  switch (command.kind) {
    case "lightChanged":
      return { ...only(command.lightId), of: lightWith(command.state) };
    case "lightsChanged":
      return { ...only(...(home.devices.get(command.deviceId)?.lightIds ?? [])), of: lightWith(command.state) };
    case "roomLightsChanged":
      return { ...reachableIn(home, command.roomId), of: roomLightWith(command.state) };
    case "syncBoxChanged":
      return { ...only(command.syncBoxId), of: () => wholeSyncBoxCommand(command, home) };
    default:
      return undefined;
  }
}

/**
 * The state before a command that could not be stored, for devices that had already confirmed it. Fields that a device has
 * reported otherwise since, because somebody switched it by hand, stay.
 */
function withdrawnParts(withdrawn: readonly Replacement[], home: Home): CommandedParts {
  const byId = new Map(withdrawn.map((replacement) => [idOf(replacement), replacement]));
  return { has: (id) => byId.has(id), candidates: () => byId.keys(), of: (id) => takenBack(byId.get(id), home) };
}

function takenBack({ in: name, before, after }: Partial<Replacement> = {}, home: Home): DeviceCommand | undefined {
  if (name === "lights" && before && after) {
    const light = home.lights.get(after.id);
    const state = light && obeyedState({ before, after, now: light }, LIGHT_STATE);
    return light && state && { desired: { kind: "lightChanged", lightId: light.id, state }, before: light };
  }
  if (name === "syncBoxes" && before && after) {
    const box = home.syncBoxes.get(after.id);
    const state = box && obeyedState({ before, after, now: box }, SYNC_BOX_STATE);
    return box && state && { desired: { kind: "syncBoxChanged", syncBoxId: box.id, state }, before: box };
  }
  return undefined;
}

/** The fields that show now what a command had changed them to, with the values before; undefined where there are none. */
function obeyedState<State extends object, Key extends keyof State & string>(
  { before, after, now }: { readonly before: State; readonly after: State; readonly now: State },
  keys: readonly Key[],
): Partial<Pick<State, Key>> | undefined {
  const obeyed = keys.filter(
    (key) => !isSame(before[key], after[key]) && distanceFromDesired(key, after[key], now[key]) <= 1,
  );
  const state: Partial<Pick<State, Key>> = {};
  for (const key of obeyed) if (!isSame(before[key], now[key])) state[key] = before[key];
  return Object.keys(state).length === 0 ? undefined : state;
}

const only = (...ids: readonly string[]) => ({ has: (id: string) => ids.includes(id), candidates: () => ids });

const reachableIn = (home: Home, roomId: RoomId) => ({
  has: (id: string) => isReachableIn(home, roomId, home.lights.get(idFrom(id))),
  *candidates() {
    const room = home.rooms.get(roomId);
    for (const device of room?.kind === "normal" ? devicesIn(home, room) : home.devices.all()) yield* device.lightIds;
  },
});

function wholeLightCommand(
  light: Light | undefined,
  commanded: Partial<LightState>,
  fade: Fade,
): DeviceCommand | undefined {
  const state = light && namedBy(withinAbility(commanded, light), light, LIGHT_STATE);
  // A light that is off has nothing to do when its room is dimmed, and a plug nothing when its room is coloured.
  if (!light || !state || Object.keys(state).length === 0) return undefined;
  return { desired: { kind: "lightChanged", lightId: light.id, state, ...fade }, before: light };
}

function wholeSyncBoxCommand(command: ChangeOf<"syncBoxChanged">, home: Home): DeviceCommand | undefined {
  const box = home.syncBoxes.get(command.syncBoxId);
  const state = box && namedBy(command.state, box, SYNC_BOX_STATE);
  return box && state && { desired: { kind: "syncBoxChanged", syncBoxId: box.id, state }, before: box };
}

/** What a light or sync box shows in the fields that a command names. */
function namedBy<State extends object, Key extends keyof State>(
  commanded: object,
  shown: State,
  keys: readonly Key[],
): Partial<Pick<State, Key>> {
  const state: Partial<Pick<State, Key>> = {};
  for (const key of keys) if (Object.hasOwn(commanded, key)) state[key] = shown[key];
  return state;
}
