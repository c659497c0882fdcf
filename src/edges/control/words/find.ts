import type { ReadableCollection } from "../../../core/home/collection.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { type Id, idFrom } from "../../../core/home/model/ids.ts";
import { folded, LONGEST_NAME } from "../../../core/home/model/name.ts";
import type { NormalRoom, Room } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import { roomOf } from "../../../core/home/select.ts";
import { nearestWord } from "../../../shared/nearest-word.ts";
import { type Refused, refused } from "../command.ts";
import { type Kind, otherKinds } from "./other-kinds.ts";
import { quoted, severalCalled } from "./quoted.ts";

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

interface DeviceSearch {
  /** Which devices of a room that is named instead are meant. */
  readonly isFitting?: ((device: Device) => boolean) | undefined;
  /** How whoever searches can list all; an operator has a command. */
  readonly listedBy?: string | undefined;
}

/**
 * By id, serial number, name or Room/Name, whatever the case. Whoever names a room instead hears of the devices in it
 * that would have been fitting.
 */
export const findDevice = (home: Home, words: string, search: DeviceSearch = {}): Found<Device> =>
  byId(home.devices, words) ??
  find(words, {
    home,
    kind: "device",
    ...search,
    candidates: home.devices.all().map((device) => ({
      resource: device,
      ...device,
      path: `${roomOf(home, device)?.name}/${device.name}`,
    })),
  });

/** By id or name. */
export const findRoom = (home: Home, words: string): Found<Room> =>
  byId(home.rooms, words) ??
  find(words, {
    home,
    kind: "room",
    candidates: home.rooms.all().map((room) => ({ resource: room, ...room })),
  });

/** Only one that devices can be put in. */
export const findNormalRoom = (home: Home, words: string): Found<NormalRoom> =>
  find(words, {
    home,
    kind: "room",
    candidates: home.rooms.all().flatMap((room) => (room.kind === "normal" ? [{ resource: room, ...room }] : [])),
  });

/** By id, name or Room/Scene. */
export const findScene = (home: Home, words: string): Found<Scene> =>
  byId(home.scenes, words) ??
  find(words, {
    home,
    kind: "scene",
    candidates: home.scenes.all().map((scene) => ({
      resource: scene,
      ...scene,
      path: `${home.rooms.get(scene.roomId)?.name}/${scene.name}`,
    })),
  });

/** The same for who has named the room: a name that other rooms have too is meant there. */
export function findSceneIn(home: Home, room: Room, words: string): Found<Scene> {
  const fits = sameAs(words);
  const [only, ...more] = home.scenesIn(room.id).filter(({ name }) => fits(name));
  return only && more.length === 0 ? { found: only } : findScene(home, words);
}

/** Without a search, so that programs that know the id do not pay for a large home. */
function byId<Resource extends { readonly id: Id<string> }>(
  collection: ReadableCollection<Resource>,
  words: string,
): { readonly found: Resource } | undefined {
  const found = collection.get(idFrom<Resource["id"]>(words));
  return found && { found };
}

interface Search<Resource> extends DeviceSearch {
  readonly home: Home;
  readonly kind: Exclude<Kind, "key">;
  readonly candidates: readonly Candidate<Resource>[];
}

function find<Resource>(words: string, search: Search<Resource>): Found<Resource> {
  const { home, kind, candidates, isFitting, listedBy = `luxgate ${kind}s` } = search;
  const fits = sameAs(words);
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
  const others = otherKinds({ home, expectedKind: kind, isMeant: namedBy(words), isFitting, listedBy });
  if (others.length > 0) return refused(...others);
  const known = candidates.flatMap(({ name, path, serialNumber }) => [name, path ?? name, serialNumber ?? name]);
  // What is longer is nobody's name, and would take long to compare.
  const meant = nearestWord(words.slice(0, LONGEST_NAME), known);
  const hint = meant === undefined ? `. List them with: ${listedBy}` : `; did you mean ${quoted(meant)}?`;
  return refused(`No ${kind} is called ${quoted(words)}${hint}`);
}

const sameAs = (words: string) => {
  const sought = folded(words);
  return (word = ""): boolean => sought !== "" && folded(word) === sought;
};

/** Whether words are the id, the serial number or the name of something. */
export const namedBy = (words: string) => {
  const fits = sameAs(words);
  const idInWords = idFrom(words.trim());
  return ({ id, serialNumber, name }: { readonly id: string; readonly serialNumber?: string; readonly name: string }) =>
    id === idInWords || fits(serialNumber) || fits(name);
};
