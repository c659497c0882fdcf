import type { ReadableCollection } from "../../home/collection.ts";
import type { Device } from "../../home/device.ts";
import type { Home } from "../../home/home.ts";
import { type Id, idFrom } from "../../home/ids.ts";
import { LONGEST_NAME } from "../../home/name.ts";
import type { NormalRoom, Room } from "../../home/room.ts";
import type { Scene } from "../../home/scene.ts";
import { roomOf } from "../../home/select.ts";
import { nearestWord } from "../../home-file/nearest-word.ts";
import type { Refused } from "../command.ts";
import { refused } from "../command.ts";
import { quoted } from "./quoted.ts";
import { severalCalled } from "./several-called.ts";

export type Found<Resource> = { readonly found: Resource } | Refused;

/** Something that can be found, and the words for it from the surest to the vaguest. */
interface Candidate<Resource> {
  readonly resource: Resource;
  readonly id: string;
  readonly name: string;
  readonly serialNumber?: string;
  /** Room/Name. */
  readonly path?: string;
}

/** By id, serial number, name or Room/Name, whatever the case. */
export const findDevice = (home: Home, words: string): Found<Device> =>
  byId(home.devices, words) ??
  find(
    words,
    "device",
    home.devices.all().map((device) => ({
      resource: device,
      ...device,
      path: `${roomOf(home, device)?.name}/${device.name}`,
    })),
  );

/** By id or name. */
export const findRoom = (home: Home, words: string): Found<Room> =>
  byId(home.rooms, words) ??
  find(
    words,
    "room",
    home.rooms.all().map((room) => ({ resource: room, ...room })),
  );

/** Only one that devices can be put in. */
export const findNormalRoom = (home: Home, words: string): Found<NormalRoom> =>
  find(
    words,
    "room",
    home.rooms.all().flatMap((room) => (room.kind === "normal" ? [{ resource: room, ...room }] : [])),
  );

/** By id, name or Room/Scene. */
export const findScene = (home: Home, words: string): Found<Scene> =>
  byId(home.scenes, words) ??
  find(
    words,
    "scene",
    home.scenes.all().map((scene) => ({
      resource: scene,
      ...scene,
      path: `${home.rooms.get(scene.roomId)?.name}/${scene.name}`,
    })),
  );

/** Without a search, so that programs that know the id do not pay for a large home. */
function byId<Resource extends { readonly id: Id<string> }>(
  collection: ReadableCollection<Resource>,
  words: string,
): { readonly found: Resource } | undefined {
  const found = collection.get(idFrom<Resource["id"]>(words));
  return found && { found };
}

function find<Resource>(
  words: string,
  kind: "device" | "room" | "scene",
  candidates: readonly Candidate<Resource>[],
): Found<Resource> {
  const wanted = folded(words);
  const fits = (word: string | undefined): boolean => word !== undefined && folded(word) === wanted;
  const ways: readonly ((candidate: Candidate<Resource>) => boolean)[] = [
    ({ id }) => id === idFrom(words.trim()),
    ({ serialNumber }) => fits(serialNumber),
    ({ name }) => fits(name),
    ({ path }) => fits(path),
  ];
  const fitting = ways.map((way) => candidates.filter(way)).find(({ length }) => length > 0) ?? [];
  const exact = fitting.filter(({ name, path }) => name === words || path === words);
  const [first, ...more] = exact.length === 1 ? exact : fitting;
  if (first)
    return more.length === 0 ? { found: first.resource } : refused(severalCalled(words, kind, [first, ...more]));
  const known = candidates.flatMap(({ name, path, serialNumber }) => [name, path ?? name, serialNumber ?? name]);
  // What is longer is nobody's name, and would take long to compare.
  const meant = nearestWord(words.slice(0, LONGEST_NAME), known);
  const hint = meant === undefined ? `: "luxgate ${kind}s" lists them.` : `; did you mean ${quoted(meant)}?`;
  return refused(`There is no ${kind} ${quoted(words)}${hint}`);
}

/** Names that differ only in case, or in how an accent was typed, are the same. */
export const folded = (words: string): string => words.trim().normalize("NFC").toLowerCase();
