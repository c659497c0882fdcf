import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { Fate } from "../gateway/store.ts";
import type { HomeContents } from "../home/contents.ts";
import type { Identity } from "../home/identity.ts";
import type { Picture, Scene } from "../home/scene.ts";
import {
  AccessKeyShape,
  DeviceShape,
  IdentityShape,
  LightShape,
  PictureShape,
  RoomShape,
  SceneShape,
  SyncBoxShape,
} from "./shapes.ts";

export type EntryKind = Fate["in"] | "pictures";

/** One resource as it stands in a file. */
export interface Entry {
  readonly in: EntryKind;
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/** All of a home, pictures before the scenes that show them. */
export const entriesOf = (contents: HomeContents): readonly Entry[] => [
  entry("identity", "identity", contents.identity),
  ...contents.devices.map((device) => entry("devices", device.id, device)),
  ...contents.lights.map((light) => entry("lights", light.id, light)),
  ...contents.syncBoxes.map((box) => entry("syncBoxes", box.id, box)),
  ...contents.rooms.map((room) => entry("rooms", room.id, room)),
  ...[...picturesOf(contents.scenes).values()].map(pictureEntry),
  ...contents.scenes.map(sceneEntry),
  ...contents.keys.map((key) => entry("keys", key.id, key)),
];

/** What stands in a file for a resource that is not gone. */
export function entryOf(fate: Fate): Entry | undefined {
  if (fate.after === undefined) return undefined;
  return fate.in === "scenes" ? sceneEntry(fate.after) : entry(fate.in, fate.id, fate.after);
}

export const pictureEntry = ({ id, mediaType, bytes }: Picture): Entry =>
  entry("pictures", id, { id, mediaType, base64: Buffer.from(bytes).toString("base64") });

const sceneEntry = (scene: Scene): Entry => entry("scenes", scene.id, { ...scene, picture: scene.picture?.id ?? null });

const entry = (name: EntryKind, id: string, value: object): Entry => ({ in: name, id, body: JSON.stringify(value) });

const picturesOf = (scenes: readonly Scene[]): ReadonlyMap<string, Picture> =>
  new Map(scenes.flatMap(({ picture }) => (picture ? [[picture.id, picture]] : [])));

const SHAPES: Record<EntryKind, TSchema> = {
  identity: IdentityShape,
  devices: DeviceShape,
  lights: LightShape,
  syncBoxes: SyncBoxShape,
  rooms: RoomShape,
  pictures: PictureShape,
  scenes: SceneShape,
  keys: AccessKeyShape,
};

const CHECKS = Object.fromEntries(
  Object.entries(SHAPES).map(([name, shape]) => [name, Compile(shape)]),
) as unknown as Record<EntryKind, ReturnType<typeof Compile>>;

/** What is wrong with the first entry that cannot be, or with what is missing among them. */
export function misfitIn(entries: readonly Entry[]): string | undefined {
  for (const entry of entries) {
    const misfit = misfitOf(entry);
    if (misfit !== undefined) return misfit;
  }
  if (!entries.some((entry) => entry.in === "identity")) return "the gateway's identity is missing";
  const pictures = new Set(entries.filter((entry) => entry.in === "pictures").map(({ id }) => id));
  const bare = scenesIn(entries).find(({ picture }) => picture !== null && !pictures.has(picture));
  return bare && `the picture of the scene ${bare.name} is missing`;
}

/** What is wrong with one entry. */
export function misfitOf({ in: name, id, body }: Entry): string | undefined {
  if (!Object.hasOwn(SHAPES, name)) return `there are no ${name}`;
  const value = parsed(body);
  if (CHECKS[name].Check(value)) return undefined;
  const [error] = CHECKS[name].Errors(value);
  return `${name} ${id}: ${error ? `${error.instancePath.slice(1) || "it"} ${error.message}` : "not as expected"}`;
}

/** The ids of the pictures that scenes show. */
export const picturesShown = (entries: readonly Entry[]): readonly string[] =>
  scenesIn(entries).flatMap(({ picture }) => picture ?? []);

const scenesIn = (entries: readonly Entry[]): readonly SceneBody[] =>
  entries.filter((entry) => entry.in === "scenes").map(({ body }) => JSON.parse(body));

type SceneBody = Omit<Scene, "picture"> & { readonly picture: string | null };
type PictureBody = Omit<Picture, "bytes"> & { readonly base64: string };

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The home that entries tell of in which there is no misfit: they are what they are taken for. */
export function contentsFrom(entries: readonly Entry[]): HomeContents {
  const all = <Kind>(name: EntryKind): readonly Kind[] =>
    entries.filter((entry) => entry.in === name).map(({ body }) => JSON.parse(body));
  const [identity] = all<Identity>("identity");
  if (!identity) throw new Error("entries without a misfit have no identity");
  const pictures = new Map<string, Picture>(
    all<PictureBody>("pictures").map(({ id, mediaType, base64 }) => [
      id,
      { id, mediaType, bytes: Buffer.from(base64, "base64") },
    ]),
  );
  return {
    identity,
    devices: all("devices"),
    lights: all("lights"),
    syncBoxes: all("syncBoxes"),
    rooms: all("rooms"),
    scenes: scenesIn(entries).map((scene) => ({ ...scene, picture: pictures.get(scene.picture ?? "") ?? null })),
    keys: all("keys"),
  };
}
