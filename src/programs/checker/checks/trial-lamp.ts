import type { WireDevice } from "../../../core/contract/device.ts";
import { ABILITY_WEIGHTS, type WireLight } from "../../../core/contract/light.ts";
import type { WireRoom } from "../../../core/contract/room.ts";
import { idKey } from "../answer.ts";
import type { Home } from "../home.ts";
import { groupLightsIn, providedBy } from "./references.ts";
import type { Rooms } from "./rooms.ts";

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
export function trialLamps(home: Home, rooms: Rooms): readonly TrialLamp[] {
  const disturbed = new Set(
    rooms.sound
      .filter((room) => hasActiveScene(home, room))
      .flatMap(({ children }) => children.map(({ rid }) => idKey(rid))),
  );
  const devices = home.device.sound.filter(
    ({ id, online, join_status }) => online === 1 && join_status === 1 && !disturbed.has(idKey(id)),
  );
  const lights = new Map(home.light.sound.map((light) => [idKey(light.id), light]));
  return devices
    .flatMap((device) => {
      const [only, ...others] = providedBy(device, "light");
      const light = lights.get(only ?? "");
      return light && others.length === 0 ? [{ light, device }] : [];
    })
    .filter(({ light }) => light.sync_status !== 1 && light.color_mode !== HSV_MODE && can(light, brightness))
    .sort((one, other) => (other.light.ability & ABLE) - (one.light.ability & ABLE));
}

/** No command sets a lamp to this mode, so a lamp in it cannot be put back. */
const HSV_MODE = 0;
const ABLE = 0b1111;

function hasActiveScene({ scene }: Home, { services }: WireRoom): boolean {
  const parents = groupLightsIn(services);
  return scene.sound.some(({ parent_id, is_active }) => is_active === 1 && parents.includes(idKey(parent_id)));
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
