import type { WireDevice } from "../../contract/device.ts";
import { ABILITY_WEIGHTS, type WireLight } from "../../contract/light.ts";
import type { WireRoom } from "../../contract/room.ts";
import type { Home } from "../home.ts";
import { groupLightsIn } from "./references.ts";

/** A lamp on which commands are tried, and the device of the lamp. */
export interface TrialLamp {
  readonly light: WireLight;
  readonly device: WireDevice;
}

const { brightness, colourTemperature, colour } = ABILITY_WEIGHTS;

export const can = ({ ability }: WireLight, weight: number): boolean => (ability & weight) !== 0;

/**
 * Lamps that can be put back as they were, the ablest first: they are online, no sync box drives them, and none of
 * their scenes is active, as a command would end that.
 */
export function trialLamps(home: Home, rooms: readonly WireRoom[]): readonly TrialLamp[] {
  const disturbed = new Set(
    rooms.filter((room) => hasActiveScene(home, room)).flatMap(({ children }) => children.map(({ rid }) => rid)),
  );
  const devices = home.device.filter(
    ({ id, online, join_status }) => online === 1 && join_status === 1 && !disturbed.has(id),
  );
  return home.light
    .flatMap((light) => devices.filter((device) => isOnlyLightOf(device, light)).map((device) => ({ light, device })))
    .filter(({ light }) => light.sync_status !== 1 && light.color_mode !== HSV_MODE && can(light, brightness))
    .sort((one, other) => (other.light.ability & ABLE) - (one.light.ability & ABLE));
}

/** No command sets a lamp to this mode, so a lamp in it cannot be put back. */
const HSV_MODE = 0;
const ABLE = 0b1111;

const isOnlyLightOf = ({ services }: WireDevice, { id }: WireLight): boolean => {
  const lights = services.filter(({ rtype }) => rtype === "light");
  return lights.length === 1 && lights[0]?.rid === id;
};

function hasActiveScene({ scene }: Home, { services }: WireRoom): boolean {
  const parents = groupLightsIn(services);
  return scene.some(({ parent_id, is_active }) => is_active === 1 && parents.includes(parent_id));
}

/** The first lamp without colours, to check that a colour is refused. */
export const colourless = (lamps: readonly TrialLamp[]): TrialLamp | undefined =>
  lamps.find(({ light }) => !can(light, colour));

/** The command that puts a light back as it was: of its colour, what the light is able to show. */
export function restoringCommand(light: WireLight): object {
  const { on, brightness, color_mode, color_cw, color_x, color_y, color_arr } = light;
  if (color_mode === 3) return { on, brightness, color_arr };
  if (color_mode === 1) return { on, brightness, color_x, color_y };
  return can(light, colourTemperature) ? { on, brightness, color_cw } : { on, brightness };
}
