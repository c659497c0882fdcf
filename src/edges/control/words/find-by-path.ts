import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { folded } from "../../../core/home/model/name.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import { devicesIn, roomOf } from "../../../core/home/select.ts";

/** The devices that words mean as Room/Name, whatever the case; names may contain a slash as well. */
export const devicesAt = (home: Home, words: string): readonly Device[] =>
  atPath(home, words, (room, name) => {
    const isSmall = room.kind === "normal" && room.deviceIds.length < home.countNamed("devices", name);
    return isSmall
      ? devicesIn(home, room).filter((device) => folded(device.name) === name)
      : home.named("devices", name).filter((device) => roomOf(home, device) === room);
  });

/** The scenes that words mean as Room/Scene. */
export const scenesAt = (home: Home, words: string): readonly Scene[] =>
  atPath(home, words, (room, name) => home.scenesIn(room.id).filter((scene) => folded(scene.name) === name));

function atPath<Resource>(
  home: Home,
  words: string,
  namedIn: (room: Room, name: string) => readonly Resource[],
): readonly Resource[] {
  const path = folded(words);
  const found = new Set<Resource>();
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
    const [roomName, name] = [path.slice(0, slash), path.slice(slash + 1)];
    if (folded(roomName) !== roomName || folded(name) !== name) continue;
    for (const room of home.named("rooms", roomName)) for (const one of namedIn(room, name)) found.add(one);
  }
  return [...found];
}
