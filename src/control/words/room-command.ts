import type { Home } from "../../home/home.ts";
import type { Device } from "../../home/model/device.ts";
import type { LightState } from "../../home/model/light.ts";
import type { Room } from "../../home/model/room.ts";
import { devicesIn, lightsOf } from "../../home/select.ts";
import { type Refused, refused } from "../command.ts";
import { isSettable } from "./device-command.ts";
import { type Found, findDevice, folded, namedBy } from "./find.ts";
import { parseLightCommand } from "./light-command.ts";
import { quoted } from "./quoted.ts";

/** What `luxgate set` is for: a device, or all lamps of a room. */
type SetTarget = { readonly device: Device } | { readonly room: Room };

/** Every lamp there is, unless something else is called so. */
const ALL = "all";

/** A device is found before a room of the same name. */
export function findSetTarget(home: Home, words: string): SetTarget | Refused {
  const device: Found<Device> = findDevice(home, words, isSettable);
  if ("found" in device) return { device: device.found };
  const isCalledSo = namedBy(words);
  const isAmbiguous = home.devices.all().some(isCalledSo);
  const [room] = isAmbiguous ? [] : home.rooms.all().filter(isCalledSo);
  const meant = room ?? (folded(words) === ALL && !isAmbiguous ? home.wholeHouse : undefined);
  return meant ? { room: meant } : device;
}

/** Parses a person's words for all lamps of a room; refused when one of the words is wrong, or none of the lamps can. */
export function parseRoomCommand(
  home: Home,
  room: Room,
  words: readonly string[],
): { readonly desired: Partial<LightState> } | Refused {
  const lights = devicesIn(home, room).flatMap((device) => lightsOf(home, device));
  if (lights.length === 0) return refused(`${quoted(room.name)} is a room without lamps: there is nothing to set.`);
  return parseLightCommand(words, {
    name: room.name,
    on: home.groupLights.get(room.groupLightId)?.on ?? false,
    abilities: [...new Set(lights.flatMap(({ abilities }) => abilities))],
    segments: lights.reduce((most, { segments }) => Math.max(most, segments), 0),
  });
}
