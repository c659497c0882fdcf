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

/** Something that can be found. */
interface Nameable {
  readonly id: string;
  readonly name: string;
  readonly serialNumber?: string;
}

interface Findable extends Nameable {
  readonly id: Id<string>;
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
  find(words, { ...devicesOf(home), ...search });

/** The same where it may be something else that is meant: undefined where no device is called so. */
export const lookUpDevice = (home: Home, words: string): Found<Device> | undefined => lookUp(words, devicesOf(home));

/** By id or name. */
export const findRoom = (home: Home, words: string): Found<Room> =>
  find(words, { home, kind: "room", candidates: home.rooms });

/** Only one that devices can be put in. */
export const findNormalRoom = (home: Home, words: string): Found<NormalRoom> =>
  find(words, { home, kind: "room", candidates: only(home.rooms.all().filter((room) => room.kind === "normal")) });

/** By id, name or Room/Scene. */
export const findScene = (home: Home, words: string): Found<Scene> =>
  find(words, {
    home,
    kind: "scene",
    candidates: home.scenes,
    pathOf: (scene) => `${home.rooms.get(scene.roomId)?.name}/${scene.name}`,
  });

const devicesOf = (home: Home): Search<Device> => ({
  home,
  kind: "device",
  candidates: home.devices,
  pathOf: (device) => `${roomOf(home, device)?.name}/${device.name}`,
});

/** The same for who has named the room: a name that other rooms have too is meant there. */
export function findSceneIn(home: Home, room: Room, words: string): Found<Scene> {
  const fits = sameAs(words);
  const [only, ...more] = home.scenesIn(room.id).filter(({ name }) => fits(name));
  return only && more.length === 0 ? { found: only } : findScene(home, words);
}

type Candidates<Resource extends Findable> = Pick<ReadableCollection<Resource>, "get" | "all">;

interface Search<Resource extends Findable> extends DeviceSearch {
  readonly home: Home;
  readonly kind: Exclude<Kind, "key">;
  readonly candidates: Candidates<Resource>;
  /** Room/Name, where things of a room are looked for. */
  readonly pathOf?: (resource: Resource) => string;
}

/** Of a few, which are gone through. */
const only = <Resource extends Findable>(all: readonly Resource[]): Candidates<Resource> => ({
  get: (id) => all.find((resource) => resource.id === id),
  all: () => all,
});

/**
 * What words name, by the surest way that names anything: refused where that names several. Undefined where nothing is
 * called so.
 */
function lookUp<Resource extends Findable>(
  words: string,
  { candidates, pathOf, kind }: Search<Resource>,
): Found<Resource> | undefined {
  const byId = candidates.get(idFrom<Resource["id"]>(words.trim()));
  if (byId) return { found: byId };
  const fits = sameAs(words);
  const ways: readonly ((resource: Resource) => boolean)[] = [
    ({ serialNumber }) => fits(serialNumber),
    ({ name }) => fits(name),
    ...(pathOf && words.includes("/") ? [(resource: Resource) => fits(pathOf(resource))] : []),
  ];
  for (const way of ways) {
    const fitting = candidates.all().filter(way);
    const exact = fitting.filter((resource) => resource.name === words || pathOf?.(resource) === words);
    const [first, ...more] = exact.length === 1 ? exact : fitting;
    if (first && more.length === 0) return { found: first };
    const namesakes = [first, ...more].flatMap((each) => (each ? withPath(each, pathOf) : []));
    if (first) return refused(severalCalled(words, kind, namesakes));
  }
  return undefined;
}

const withPath = <Resource extends Nameable>(
  resource: Resource,
  pathOf: ((resource: Resource) => string) | undefined,
): Resource & { readonly path?: string } => (pathOf ? { ...resource, path: pathOf(resource) } : resource);

function find<Resource extends Findable>(words: string, search: Search<Resource>): Found<Resource> {
  const { home, kind, candidates, pathOf, isFitting, listedBy = `luxgate ${kind}s` } = search;
  const found = lookUp(words, search);
  if (found) return found;
  const others = otherKinds({ home, expectedKind: kind, isMeant: namedBy(words), isFitting, listedBy });
  if (others.length > 0) return refused(...others);
  const names = candidates
    .all()
    .flatMap((each) => [each.name, pathOf?.(each) ?? each.name, each.serialNumber ?? each.name]);
  // What is longer is nobody's name, and would take long to compare.
  const meant = nearestWord(words.slice(0, LONGEST_NAME), names);
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
  return ({ id, serialNumber, name }: Nameable) => id === idInWords || fits(serialNumber) || fits(name);
};
