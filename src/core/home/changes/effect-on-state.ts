import { allAtOnce, type Steps } from "../../../shared/steps.ts";
import { commanded, type Dimmed, dimmedBy, dimmer, isDimmable, isDimming, undimmed } from "../dimming.ts";
import type { Home } from "../home.ts";
import { withinAbility } from "../model/ability.ts";
import type { Device } from "../model/device.ts";
import type { RoomId } from "../model/ids.ts";
import type { Light, LightState } from "../model/light.ts";
import type { SyncBox } from "../model/sync-box.ts";
import { devicesIn, lightsOf, reachableLightsIn } from "../select.ts";
import type { ChangeOf } from "./change.ts";
import { deviatedScenes, deviatedScenesInSteps } from "./effect-on-scenes.ts";
import { hasFiniteNumbers } from "./finite-numbers.ts";
import { Outcomes } from "./outcomes.ts";
import { type Effect, patched, type Replacement, replaced } from "./replacement.ts";

export function lightChanged(home: Home, { lightId, state, isConfirmation }: ChangeOf<"lightChanged">): Effect {
  const before = home.lights.get(lightId);
  if (!before) return "not-found";
  const changed = patched(before, finiteFields(state));
  const after = changed.brightnessPercent === before.brightnessPercent || isConfirmation ? changed : undimmed(changed);
  return after === before ? [] : [{ in: "lights", before, after }, ...deviatedScenes(home, [{ before, after }])];
}

/**
 * All lamps of a device become the same, in one piece; a lamp without an ability that the state needs does the rest.
 */
export function lightsChanged(home: Home, { deviceId, state }: ChangeOf<"lightsChanged">): Effect {
  const device = home.devices.get(deviceId);
  return device
    ? allAtOnce(allChanged(home, lightsOf(home, device), { aim: sameForAll(state), outcomes: new Outcomes() }))
    : "not-found";
}

/** As a device's, of all devices in the room that can be reached; what only dims keeps the ratios of those that are on. */
export function* roomLightsChanged(
  home: Home,
  { roomId, state }: ChangeOf<"roomLightsChanged">,
  outcomes: Outcomes,
): Steps<Effect> {
  const room = home.rooms.get(roomId);
  if (!room) return "not-found";
  const lights = reachableLightsIn(home, room);
  const finite = finiteFields(state);
  const aim = isDimming(finite) ? yield* dimmedTogether(lights, finite) : sameForAll(finite);
  return yield* allChanged(home, lights, { aim, outcomes });
}

/** What each light becomes: `variant` is all that this depends on besides the light. */
interface Aim {
  readonly variant: (light: Light) => number;
  readonly become: (light: Light, variant: number) => Light;
}

function sameForAll(state: Partial<LightState>): Aim {
  const finite = finiteFields(state);
  return { variant: () => 0, become: (light) => commanded(light, withinAbility(finite, light)) };
}

function* dimmedTogether(
  lights: readonly Light[],
  { brightnessPercent, ...others }: Partial<LightState> & Dimmed,
): Steps<Aim> {
  const factorOf = yield* dimmer(lights, brightnessPercent);
  const become = (light: Light, factor: number) =>
    patched(isDimmable(light) ? dimmedBy(light, factor) : light, withinAbility(others, light));
  return { variant: factorOf, become };
}

function* allChanged(
  home: Home,
  lights: readonly Light[],
  { aim, outcomes }: { readonly aim: Aim; readonly outcomes: Outcomes },
): Steps<Effect> {
  const changed: ChangedLight[] = [];
  for (const before of lights) {
    const after = outcomes.of(before, aim.variant(before), aim.become);
    if (after !== before) changed.push({ in: "lights", before, after });
    yield;
  }
  return [...changed, ...(yield* deviatedScenesInSteps(home, changed))];
}

interface ChangedLight {
  readonly in: "lights";
  readonly before: Light;
  readonly after: Light;
}

export function syncBoxChanged(home: Home, { syncBoxId, state, isCorrection }: ChangeOf<"syncBoxChanged">): Effect {
  const before = home.syncBoxes.get(syncBoxId);
  if (!before) return "not-found";
  const hasArea = isArea(home, state.areaId);
  if (!hasArea && !isCorrection) return "not-allowed";
  // The room that a correction leads back to may have been removed since.
  const after = patched(before, finiteFields(hasArea ? state : { ...state, areaId: null }));
  const boxes = home.syncBoxes.all().map((box) => (box === before ? after : box));
  const lights = driven(home, [before.areaId, after.areaId], boxes);
  const stops = before.on && !after.on && after.stopAction === "lightsOff" && !isCorrection;
  return [...replaced({ in: "syncBoxes", before, after }), ...(stops ? switchedOff(home, lights) : lights)];
}

/** The lights that a sync box no longer drives are turned off, which ends scenes that they were part of. */
function switchedOff(home: Home, lights: readonly Replacement[]): readonly Replacement[] {
  const released = lights.flatMap(({ in: name, before, after }) =>
    name === "lights" && before && after ? [{ before, after: patched(after, { on: false }) }] : [],
  );
  return [...released.map((light) => ({ in: "lights", ...light }) as const), ...deviatedScenes(home, released)];
}

/** A reported state without fields that hold NaN or an infinite number. */
const finiteFields = <State extends object>(state: State): Partial<State> =>
  hasFiniteNumbers(state)
    ? state
    : (Object.fromEntries(Object.entries(state).filter(([, value]) => hasFiniteNumbers(value))) as Partial<State>);

/** A sync area is a room that devices were put in (G18), or none. */
export const isArea = (home: Home, areaId: RoomId | null | undefined): boolean =>
  areaId === null || areaId === undefined || home.rooms.get(areaId)?.kind === "normal";

/** The lights of some areas, once the sync boxes are as given: a box that is on drives those of its area. */
export const driven = (
  home: Home,
  areas: readonly (RoomId | null)[],
  boxes: readonly SyncBox[],
): readonly Replacement[] =>
  [...new Set(areas)]
    .filter((area) => area !== null)
    .flatMap((area) => drivenLights(home, devicesIn(home, home.rooms.get(area)), drives(boxes, area)));

export const drives = (boxes: readonly SyncBox[], area: RoomId): boolean =>
  boxes.some((box) => box.on && box.areaId === area);

export const drivenLights = (
  home: Home,
  devices: readonly Device[],
  drivenBySyncBox: boolean,
): readonly Replacement[] =>
  devices
    .flatMap((device) => lightsOf(home, device))
    .filter((light) => light.abilities.includes("colour"))
    .flatMap((before) => replaced({ in: "lights", before, after: patched(before, { drivenBySyncBox }) }));
