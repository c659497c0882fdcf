import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { Fate } from "../gateway/store.ts";
import type { HomeContents } from "../home/contents.ts";
import type { Identity } from "../home/identity.ts";
import type { Picture, Scene } from "../home/scene.ts";
import { DeviceShape, IdentityShape, LightShape, PictureShape, RoomShape, SceneShape, SyncBoxShape } from "./shapes.ts";

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
};

const CHECKS = Object.fromEntries(
  Object.entries(SHAPES).map(([name, shape]) => [name, Compile(shape)]),
) as unknown as Record<EntryKind, ReturnType<typeof Compile>>;

/** The home that entries tell of, or what is wrong with the first that cannot be. */
export function contentsFrom(entries: readonly Entry[]): HomeContents | { readonly misfit: string } {
  const values = new Map<EntryKind, unknown[]>();
  for (const entry of entries) {
    const misfit = misfitOf(entry);
    if (misfit !== undefined) return { misfit };
    const beside = values.get(entry.in) ?? [];
    beside.push(JSON.parse(entry.body));
    values.set(entry.in, beside);
  }
  return assembled((name) => values.get(name) ?? []);
}

/** What is wrong with one entry. */
export function misfitOf({ in: name, id, body }: Entry): string | undefined {
  if (!Object.hasOwn(SHAPES, name)) return `there are no ${name}`;
  const value = parsed(body);
  if (CHECKS[name].Check(value)) return undefined;
  const [error] = CHECKS[name].Errors(value);
  return `${name} ${id}: ${error ? `${error.instancePath.slice(1) || "it"} ${error.message}` : "not as expected"}`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The values were checked, so they are what they are taken for. */
function assembled(all: (name: EntryKind) => readonly unknown[]): HomeContents | { readonly misfit: string } {
  const [identity] = all("identity") as readonly Identity[];
  if (!identity) return { misfit: "the gateway's identity is missing" };
  const pictures = new Map(
    (all("pictures") as readonly { id: Picture["id"]; mediaType: Picture["mediaType"]; base64: string }[]).map(
      ({ id, mediaType, base64 }) => [id as string, { id, mediaType, bytes: Buffer.from(base64, "base64") }],
    ),
  );
  const scenes = all("scenes") as readonly (Omit<Scene, "picture"> & { picture: string | null })[];
  const lost = scenes.find(({ picture }) => picture !== null && !pictures.has(picture));
  if (lost) return { misfit: `the picture of the scene ${lost.name} is missing` };
  return {
    identity,
    devices: all("devices") as HomeContents["devices"],
    lights: all("lights") as HomeContents["lights"],
    syncBoxes: all("syncBoxes") as HomeContents["syncBoxes"],
    rooms: all("rooms") as HomeContents["rooms"],
    scenes: scenes.map((scene) => ({ ...scene, picture: pictures.get(scene.picture ?? "") ?? null })),
  };
}
