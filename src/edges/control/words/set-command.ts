import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Light, LightState } from "../../../core/home/model/light.ts";
import { folded } from "../../../core/home/model/name.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { SyncBox, SyncBoxState } from "../../../core/home/model/sync-box.ts";
import { devicesIn, lightsOf, lightsOfAll } from "../../../core/home/select.ts";
import { type Refused, refused } from "../command.ts";
import { findDevice, lookUpDevice } from "./find.ts";
import { parseLightCommand } from "./light-command.ts";
import { thoseNamedBy } from "./named-by.ts";
import { describeProduct } from "./other-kinds.ts";
import { quoted } from "./quoted.ts";
import { parseSyncBoxCommand } from "./sync-box-command.ts";

/** A command in a person's words: to the sync box of a device, or to all its lamps alike. */
export type SetCommand =
  | { readonly box: SyncBox; readonly desired: Partial<SyncBoxState> }
  | { readonly lights: readonly Light[]; readonly desired: Partial<LightState> };

/** Whether there is anything to set at a device. */
export const isSettable = ({ lightIds, syncBoxId }: Device): boolean => lightIds.length > 0 || syncBoxId !== null;

/** Parses a person's words for a device; refused when one of the words is wrong or nothing can be set now. */
export function parseDeviceCommand(home: Home, device: Device, words: readonly string[]): SetCommand | Refused {
  const { name, admitted, online, syncBoxId } = device;
  const lights = lightsOf(home, device);
  const box = syncBoxId === null ? undefined : home.syncBoxes.get(syncBoxId);
  if (lights.length === 0 && !box) {
    return refused(`${quoted(name)} is ${describeProduct(device)}: it has no settings that you can change.`);
  }
  if (!admitted) return refused(`${quoted(name)} is not admitted. Admit it with: luxgate device admit ${quoted(name)}`);
  if (!online) return refused(`${quoted(name)} is offline, so nothing was changed.`);
  if (!box) return parseLightsCommand(words, lights);
  const parsed = parseSyncBoxCommand(words, box, home);
  return "refused" in parsed ? parsed : { box, ...parsed };
}

/** All lamps of a device get the same command, and only if each of them can do it. */
function parseLightsCommand(words: readonly string[], lights: readonly Light[]): SetCommand | Refused {
  const on = lights.some((light) => light.on);
  let desired: Partial<LightState> = {};
  for (const light of lights) {
    const parsed = parseLightCommand(words, { ...light, on });
    if ("refused" in parsed) return parsed;
    desired = parsed.desired;
  }
  return { lights, desired };
}

/** What `luxgate set` is for: a device, or all lamps of a room. */
type SetTarget = { readonly device: Device } | { readonly room: Room };

/** Every lamp there is, unless something else is called so. */
const ALL = "all";

/** A device is found before a room of the same name. */
export function findSetTarget(home: Home, words: string): SetTarget | Refused {
  const device = lookUpDevice(home, words);
  if (device) return "found" in device ? { device: device.found } : device;
  const room = thoseNamedBy(home, "rooms", words)[0] ?? (folded(words) === ALL ? home.wholeHouse : undefined);
  if (room) return { room };
  const unknown = findDevice(home, words, { isFitting: isSettable });
  return "found" in unknown ? { device: unknown.found } : unknown;
}

/** Parses a person's words for all lamps of a room; refused when one of the words is wrong, or none of the lamps can. */
export function parseRoomCommand(
  home: Home,
  room: Room,
  words: readonly string[],
): { readonly desired: Partial<LightState> } | Refused {
  const lights = lightsOfAll(home, devicesIn(home, room));
  if (lights.length === 0) return refused(`${quoted(room.name)} is a room without lamps, so there is nothing to set.`);
  return parseLightCommand(words, {
    name: room.name,
    on: home.groupLights.get(room.groupLightId)?.on ?? false,
    abilities: [...new Set([...new Set(lights.map(({ abilities }) => abilities))].flat())],
    segments: lights.reduce((most, { segments }) => Math.max(most, segments), 0),
  });
}
