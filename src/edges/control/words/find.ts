import type { ReadableCollection } from "../../../core/home/collection.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { type Id, idFrom } from "../../../core/home/model/ids.ts";
import { LONGEST_NAME } from "../../../core/home/model/name.ts";
import type { NormalRoom, Room } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import { roomOf } from "../../../core/home/select.ts";
import { nearestWord } from "../../../shared/nearest-word.ts";
import { type Refused, refused } from "../command.ts";
import { devicesAt, scenesAt } from "./find-by-path.ts";
import { sameAs } from "./named-by.ts";
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
export const findRoom = (home: Home, words: string): Found<Room> => find(words, roomsOf(home));

/** Only one that devices can be put in. */
export function findNormalRoom(home: Home, words: string): Found<NormalRoom> {
  const search: Search<Room> = { ...roomsOf(home), isCandidate: isNormal };
  return find(words, search as Search<NormalRoom>);
}

const isNormal = ({ kind }: Room): boolean => kind === "normal";

/** By id, name or Room/Scene. */
export const findScene = (home: Home, words: string): Found<Scene> =>
  find(words, {
    home,
    kind: "scene",
    all: home.scenes,
    ways: [(name) => home.named("scenes", name), (path) => scenesAt(home, path)],
    pathOf: (scene) => `${home.rooms.get(scene.roomId)?.name}/${scene.name}`,
  });

const devicesOf = (home: Home): Search<Device> => ({
  home,
  kind: "device",
  all: home.devices,
  ways: [
    (words) => home.withSerialNumber(words),
    (words) => home.named("devices", words),
    (words) => devicesAt(home, words),
  ],
  pathOf: (device) => `${roomOf(home, device)?.name}/${device.name}`,
});

const roomsOf = (home: Home): Search<Room> => ({
  home,
  kind: "room",
  all: home.rooms,
  ways: [(words) => home.named("rooms", words)],
});

/** The same for who has named the room: a name that other rooms have too is meant there. */
export function findSceneIn(home: Home, room: Room, words: string): Found<Scene> {
  const fits = sameAs(words);
  const [only, ...more] = home.scenesIn(room.id).filter(({ name }) => fits(name));
  return only && more.length === 0 ? { found: only } : findScene(home, words);
}

interface Search<Resource extends Findable> extends DeviceSearch {
  readonly home: Home;
  readonly kind: Exclude<Kind, "key">;
  readonly all: Pick<ReadableCollection<Resource>, "get" | "all">;
  /** Whether one of them can be meant; all can, by default. */
  readonly isCandidate?: (resource: Resource) => boolean;
  /** What words name, the surest way first; each by an index. */
  readonly ways: readonly ((words: string) => readonly Resource[])[];
  /** Room/Name, where things of a room are looked for. */
  readonly pathOf?: (resource: Resource) => string;
}

/**
 * What words name, by the surest way that names anything: refused where that names several. Undefined where nothing is
 * called so.
 */
function lookUp<Resource extends Findable>(words: string, search: Search<Resource>): Found<Resource> | undefined {
  const { all, ways, pathOf, kind, isCandidate = () => true } = search;
  const byId = all.get(idFrom<Resource["id"]>(words.trim()));
  if (byId && isCandidate(byId)) return { found: byId };
  for (const way of ways) {
    const fitting = way(words).filter(isCandidate);
    const exact = fitting.filter((resource) => resource.name === words || pathOf?.(resource) === words);
    const [first, ...more] = exact.length === 1 ? exact : fitting;
    if (first && more.length === 0) return { found: first };
    if (first) return refused(severalCalled(words, kind, inTheirOrder(fitting, search)));
  }
  return undefined;
}

/** Some resources in the order of all, each with its path. */
function inTheirOrder<Resource extends Findable>(some: readonly Resource[], { all, pathOf }: Search<Resource>) {
  const those = new Set(some);
  const sorted = all.all().filter((resource) => those.has(resource));
  return pathOf ? sorted.map((each) => ({ ...each, path: pathOf(each) })) : sorted;
}

function find<Resource extends Findable>(words: string, search: Search<Resource>): Found<Resource> {
  const { home, kind, isFitting, listedBy = `luxgate ${kind}s` } = search;
  const found = lookUp(words, search);
  if (found) return found;
  const others = otherKinds({ home, expectedKind: kind, words, isFitting, listedBy });
  if (others.length > 0) return refused(...others);
  // What is longer is nobody's name.
  const meant = nearestWord(words.slice(0, LONGEST_NAME), namesOf(search));
  const hint = meant === undefined ? `. List them with: ${listedBy}` : `; did you mean ${quoted(meant)}?`;
  return refused(`No ${kind} is called ${quoted(words)}${hint}`);
}

/** All words that name one of them. */
function* namesOf<Resource extends Findable>({ all, pathOf, isCandidate = () => true }: Search<Resource>) {
  for (const each of all.all()) {
    if (!isCandidate(each)) continue;
    yield each.name;
    if (pathOf) yield pathOf(each);
    if (each.serialNumber !== undefined) yield each.serialNumber;
  }
}
