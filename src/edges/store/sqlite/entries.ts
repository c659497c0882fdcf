import type { ResourceWrite } from "../../../core/gateway/store.ts";
import type { HomeContents, HomeResources } from "../../../core/home/model/contents.ts";
import type { Identity } from "../../../core/home/model/identity.ts";
import { cleanName } from "../../../core/home/model/name.ts";
import { forEachKind, type ResourceKind } from "../../../core/home/model/resource-kinds.ts";
import type { Picture, Scene } from "../../../core/home/model/scene.ts";

export type EntryKind = ResourceWrite["in"] | "pictures";

/** One resource as it is stored. */
export interface Entry {
  readonly in: EntryKind;
  readonly id: string;
  /** JSON. */
  readonly body: string;
}

/** The entries of a home, pictures before the scenes that show them. */
export const entriesOf = (contents: HomeContents): readonly Entry[] => [...eachEntry(contents)];

/** The same one by one, so that a large home can be written in steps. */
export function* eachEntry(contents: HomeContents): Generator<Entry, undefined> {
  yield entry("identity", "identity", contents.identity);
  for (const device of contents.devices) yield entry("devices", device.id, device);
  for (const light of contents.lights) yield entry("lights", light.id, light);
  for (const box of contents.syncBoxes) yield entry("syncBoxes", box.id, box);
  for (const room of contents.rooms) yield entry("rooms", room.id, room);
  for (const picture of picturesOf(contents.scenes).values()) yield pictureEntry(picture);
  for (const scene of contents.scenes) yield sceneEntry(scene);
  for (const key of contents.keys) yield entry("keys", key.id, key);
}

/** The entry of a write; undefined for a deletion. */
export function entryOf(write: ResourceWrite): Entry | undefined {
  if (write.after === undefined) return undefined;
  return write.in === "scenes" ? sceneEntry(write.after) : entry(write.in, write.id, write.after);
}

export const pictureEntry = ({ id, mediaType, bytes }: Picture): Entry =>
  entry("pictures", id, { id, mediaType, base64: Buffer.from(bytes).toString("base64") });

const sceneEntry = (scene: Scene): Entry => entry("scenes", scene.id, { ...scene, picture: scene.picture?.id ?? null });

const entry = (name: EntryKind, id: string, value: object): Entry => ({ in: name, id, body: JSON.stringify(value) });

const picturesOf = (scenes: readonly Scene[]): ReadonlyMap<string, Picture> =>
  new Map(scenes.flatMap(({ picture }) => (picture ? [[picture.id, picture]] : [])));

/** The ids of the pictures that scenes show. */
export const picturesShown = (entries: readonly Entry[]): readonly string[] =>
  scenesIn(entries).flatMap(({ picture }) => picture ?? []);

/** Scenes as they are stored. */
export const scenesIn = (entries: readonly Entry[]): readonly SceneBody[] =>
  entries.filter((entry) => entry.in === "scenes").map(({ body }) => JSON.parse(body));

type SceneBody = Omit<Scene, "picture"> & { readonly picture: string | null };
type PictureBody = Omit<Picture, "bytes"> & { readonly base64: string };

/** The home of entries that were validated. */
export function contentsFrom(entries: readonly Entry[]): HomeContents {
  const all = <Kind>(name: EntryKind): readonly Kind[] =>
    entries.filter((entry) => entry.in === name).map(({ body }) => JSON.parse(body));
  const [identity] = all<Identity>("identity");
  if (!identity) throw new Error("validated entries have no identity");
  const pictures = new Map<string, Picture>(
    all<PictureBody>("pictures").map(({ id, mediaType, base64 }) => [
      id,
      { id, mediaType, bytes: Buffer.from(base64, "base64") },
    ]),
  );
  return {
    identity,
    ...forEachKind<HomeResources>((kind) => all<Named>(kind).map((one) => withCleanName(kind, one)) as never),
    scenes: scenesIn(entries)
      .map((scene) => withCleanName("scenes", scene))
      .map((scene) => ({ ...scene, picture: pictures.get(scene.picture ?? "") ?? null })),
  };
}

interface Named {
  readonly name: string;
}

/** What a resource is called of whose name nothing can be seen. */
const NAMELESS: Readonly<Record<ResourceKind, string>> = {
  devices: "Device",
  lights: "Light",
  syncBoxes: "Sync box",
  rooms: "Room",
  scenes: "Scene",
  keys: "Client",
};

/** An earlier Luxgate let more through in names than is let through now (G47). */
function withCleanName<Resource extends Named>(kind: ResourceKind, resource: Resource): Resource {
  const { name } = resource;
  const clean = cleanName(name);
  return clean === name ? resource : { ...resource, name: clean || NAMELESS[kind] };
}
