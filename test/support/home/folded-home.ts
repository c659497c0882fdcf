import { isDeepStrictEqual } from "node:util";

const TYPES = ["device", "light", "sync", "room", "scene", "group_light"] as const;

/** Everything that a client can know of a home, by the type that each bears. */
export type WireLists = Readonly<Partial<Record<(typeof TYPES)[number], readonly object[]>>>;

/** One thing that a client was told, however it travelled; its item is what came out of the JSON. */
export interface ReceivedEvent {
  readonly action: string;
  readonly type: string;
  readonly item: unknown;
}

interface Item {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly device_id?: unknown;
  readonly value?: unknown;
  readonly [field: string]: unknown;
}

/**
 * What a client knows that read everything once and only listens since. It sees to it that what it hears is news: none
 * is added that it knows, none removed or updated that it does not know, and every field of an update is another one.
 */
export class FoldedHome {
  readonly #byType = new Map<string, Map<string, Item>>();

  /** Only of types that are in the snapshot is anything told. */
  constructor(snapshot: WireLists) {
    for (const type of TYPES) {
      if (snapshot[type]) this.#byType.set(type, new Map());
      for (const item of snapshot[type] ?? []) this.apply({ action: "add", type, item });
    }
  }

  apply(event: ReceivedEvent): void {
    const resources = this.#byType.get(event.type);
    if (!resources) throw new Error(`no resource has the type ${event.type}`);
    const item = itemFrom(event.item);
    const id = String(item.id);
    const known = resources.get(id);
    const after = afterwards(event, item, known);
    if (after) resources.set(id, after);
    else resources.delete(id);
  }

  /** In the order of ids: whoever listens is not told in which order things stand. */
  get lists(): WireLists {
    return Object.fromEntries(
      [...this.#byType].map(([type, resources]) => [type, inOrderOfIds(resources)]),
    ) as WireLists;
  }

  /** All of it: the same text for what is the same to the byte. */
  get text(): string {
    const lists = Object.entries(this.lists).map(([type, items]) => `"${type}":[${items.map(textOf)}]`);
    return `{${lists}}`;
  }
}

function afterwards({ action, type }: ReceivedEvent, item: Item, known: Item | undefined): Item | undefined {
  const fault = (what: string) => new Error(`${action} of the ${type} ${item.id}: ${what}`);
  if ((action === "add") === (known !== undefined)) throw fault(known ? "it is known already" : "it is not known");
  switch (action) {
    case "add":
      if (item.type !== type) throw fault(`it says that it is a ${item.type}`);
      return item;
    case "remove":
      if (!isDeepStrictEqual(item, { id: item.id, type })) throw fault("expected just its id and type");
      return undefined;
    case "update": {
      if ((typeof item.device_id === "string") !== (type === "light")) throw fault("just a light names its device");
      const value = itemFrom(item.value);
      const problem = problemWith(value, { ...known });
      if (problem !== undefined) throw fault(problem);
      return { ...known, ...value };
    }
    default:
      throw fault("no such thing can happen");
  }
}

function problemWith(value: Item, known: Item): string | undefined {
  if (Object.keys(value).length === 0) return "nothing in it is said to be otherwise";
  if ("color_arr" in value && !("color_len" in value)) return "color_len does not go with color_arr";
  const goesAlong = "color_arr" in value ? "color_len" : undefined;
  const stale = Object.keys(value).filter((field) => isDeepStrictEqual(value[field], known[field]));
  const event = stale.filter((field) => field !== goesAlong);
  return event.length === 0 ? undefined : `it was so already: ${event.join(", ")}`;
}

/** Kept, as most of what is known is the same the next time. */
function textOf(item: object): string {
  const text = texts.get(item) ?? JSON.stringify(item);
  texts.set(item, text);
  return text;
}
const texts = new WeakMap<object, string>();

function itemFrom(value: unknown): Item {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`no object: ${value}`);
  return value as Item;
}

const inOrderOfIds = (resources: ReadonlyMap<string, Item>): readonly Item[] =>
  [...resources].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
