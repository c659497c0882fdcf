import { isDeepStrictEqual } from "node:util";

const TYPES = ["device", "light", "sync", "room", "scene"] as const;
type Type = (typeof TYPES)[number];
interface Resource {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly device_id?: unknown;
  readonly value?: unknown;
  readonly [field: string]: unknown;
}

/** Everything that a client can know of a home, by the type that each bears. */
export type WireLists = Readonly<Record<Type, readonly object[]>>;

/** One thing that a client was told, however it travelled: an item is what came out of the JSON, unchecked. */
export interface Told {
  readonly action: string;
  readonly type: string;
  readonly item: unknown;
}

/**
 * What a client knows that read everything once and only listens since. It sees to it that what it hears is news: none
 * is added that it knows, none removed or updated that it does not know, and every field of an update is another one.
 */
export class FoldedHome {
  readonly #shelves: Readonly<Record<Type, Map<string, Resource>>> = {
    device: new Map(),
    light: new Map(),
    sync: new Map(),
    room: new Map(),
    scene: new Map(),
  };

  constructor(snapshot: WireLists) {
    for (const type of TYPES) for (const item of snapshot[type]) this.apply({ action: "add", type, item });
  }

  apply({ action, type, item }: Told): void {
    const shelf = new Map(Object.entries(this.#shelves)).get(type);
    if (!shelf) throw new Error(`no resource has the type ${type}`);
    const resource = resourceFrom(item);
    const id = String(resource.id);
    const known = shelf.get(id);
    const what = `${type} ${id}`;
    if (action === "add") shelf.set(id, added(what, known, { type, resource }));
    else if (action === "update") shelf.set(id, updated(what, known, { type, resource }));
    else if (action === "remove") shelf.delete(removed(what, known, { type, resource }));
    else throw new Error(`${what} is told to ${action}`);
  }

  /** In the order of ids: whoever listens is not told in which order things stand. */
  get lists(): WireLists {
    const { device, light, sync, room, scene } = this.#shelves;
    return {
      device: sorted(device),
      light: sorted(light),
      sync: sorted(sync),
      room: sorted(room),
      scene: sorted(scene),
    };
  }

  /** All of it as one text: the same one for what is the same to the byte. */
  get text(): string {
    return JSON.stringify(this.lists);
  }
}

interface Heard {
  readonly type: string;
  readonly resource: Resource;
}

function added(what: string, known: Resource | undefined, { type, resource }: Heard): Resource {
  if (known) throw new Error(`${what} is added although it is known`);
  if (resource.type !== type) throw new Error(`${what} says that it is a ${resource.type}`);
  return resource;
}

function removed(what: string, known: Resource | undefined, { type, resource }: Heard): string {
  if (!known) throw new Error(`${what} is removed although it is not known`);
  const { id } = resource;
  if (!isDeepStrictEqual(resource, { id, type })) throw new Error(`${what} is removed with more than its id and type`);
  return String(id);
}

function updated(what: string, known: Resource | undefined, { type, resource }: Heard): Resource {
  if (!known) throw new Error(`${what} is updated although it is not known`);
  if ((typeof resource.device_id === "string") !== (type === "light")) throw new Error(`${what} and its device_id`);
  const value = resourceFrom(resource.value);
  const fields = Object.keys(value);
  if (fields.length === 0) throw new Error(`${what} is updated without a word on how`);
  if ("color_arr" in value && !("color_len" in value)) throw new Error(`${what} has a color_arr without its color_len`);
  const stale = fields.filter((field) => isDeepStrictEqual(value[field], known[field]) && !goesAlong(field, value));
  if (stale.length > 0) throw new Error(`${what} is updated by what was so already: ${stale.join(", ")}`);
  return { ...known, ...value };
}

/** `color_len` goes with `color_arr`, another one or not. */
const goesAlong = (field: string, value: Resource): boolean => field === "color_len" && "color_arr" in value;

function resourceFrom(item: unknown): Resource {
  if (typeof item !== "object" || item === null || Array.isArray(item)) throw new Error(`no object: ${item}`);
  return item as Resource;
}

const sorted = (shelf: ReadonlyMap<string, Resource>): readonly Resource[] =>
  [...shelf.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, resource]) => resource);
