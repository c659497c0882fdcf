import { WIRE_TYPES, type WireType } from "../contract/events.ts";
import { isObject } from "./answer.ts";
import { changedFields } from "./changed-fields.ts";
import type { HomeChange, HomeView } from "./home-view.ts";
import { stateHash } from "./state-hash.ts";

/** A resource as it came; whoever reads on believes that it is what its type says. */
export type Known = Readonly<Record<string, unknown>> & { readonly id: string };

type Shelf = Map<string, Known>;

/** What a client knows of a home, and how it changes with what it hears. */
export class KnownHome {
  /** Types that nobody knows yet are kept too: they count in the hash. */
  readonly #shelves = new Map<string, Shelf>();
  readonly view: HomeView;
  #isComplete = false;

  constructor() {
    for (const type of WIRE_TYPES) this.#shelf(type);
    const shelf = <Resource>(type: WireType) => this.#shelf(type) as ReadonlyMap<string, unknown> as Resource;
    this.view = {
      devices: shelf("device"),
      lights: shelf("light"),
      syncBoxes: shelf("sync"),
      rooms: shelf("room"),
      scenes: shelf("scene"),
    };
  }

  /** What the gateway's hash is if it knows the same. */
  get hash(): string {
    return stateHash(this.#all());
  }

  /** All there is, by type. The first time that is a snapshot; later it is told as what became other. */
  replace(lists: Readonly<Record<string, unknown>>): readonly HomeChange[] {
    const changes = [...new Set([...this.#shelves.keys(), ...Object.keys(lists)])].flatMap((type) =>
      this.#replaceShelf(type, knownIn(lists[type])),
    );
    if (this.#isComplete) return changes;
    this.#isComplete = true;
    return [{ kind: "snapshot", home: this.view }];
  }

  /** A whole resource. */
  put(type: string, resource: Known): readonly HomeChange[] {
    const before = this.#shelf(type).get(resource.id);
    if (before === resource) return [];
    const value = before && changedFields(before, resource);
    if (value && Object.keys(value).length === 0) return [];
    this.#shelf(type).set(resource.id, resource);
    return this.#told(
      type,
      before ? { kind: "update", resource, before, value } : { kind: "add", resource },
      resource.id,
    );
  }

  /** Some fields of a resource; undefined when there is no such resource. */
  update(type: string, id: string, value: object): readonly HomeChange[] | undefined {
    const before = this.#shelf(type).get(id);
    return before && this.put(type, { ...before, ...value });
  }

  remove(type: string, id: string): readonly HomeChange[] {
    const before = this.#shelf(type).get(id);
    this.#shelf(type).delete(id);
    return before ? this.#told(type, { kind: "remove", before }, id) : [];
  }

  #replaceShelf(type: string, resources: readonly Known[]): readonly HomeChange[] {
    const ids = new Set(resources.map(({ id }) => id));
    const gone = [...this.#shelf(type).keys()].filter((id) => !ids.has(id));
    return [
      ...gone.flatMap((id) => this.remove(type, id)),
      ...resources.flatMap((resource) => this.put(type, resource)),
    ];
  }

  /** Nobody is told of types that nobody knows. */
  #told(type: string, change: object, id: string): readonly HomeChange[] {
    const isKnown = (WIRE_TYPES as readonly string[]).includes(type);
    return isKnown ? [{ ...change, type, id, home: this.view } as HomeChange] : [];
  }

  *#all(): Iterable<Known> {
    for (const shelf of this.#shelves.values()) yield* shelf.values();
  }

  #shelf(type: string): Shelf {
    const shelf = this.#shelves.get(type) ?? new Map();
    this.#shelves.set(type, shelf);
    return shelf;
  }
}

/** The resources in a list; what has no id is none. */
function knownIn(list: unknown): readonly Known[] {
  return Array.isArray(list) ? list.filter(isKnown) : [];
}

export function isKnown(value: unknown): value is Known {
  const { id } = isObject(value) ? value : {};
  return typeof id === "string";
}
