import { WIRE_TYPES, type WireType } from "../../core/contract/events.ts";
import { isObject } from "../../shared/is-object.ts";
import { changedFields } from "./changed-fields.ts";
import type { HomeChange, HomeView } from "./home-view.ts";
import { stateHash } from "./state-hash.ts";

/** A resource as it was received: only its id is checked. */
export type Resource = Readonly<Record<string, unknown>> & { readonly id: string };

type ResourceMap = Map<string, Resource>;

/** The client's copy of a home, changed by the events that the client receives. */
export class Replica {
  /** Resources by type, of unknown types too: they count in the hash. */
  readonly #byType = new Map<string, ResourceMap>();
  readonly view: HomeView;
  #isComplete = false;

  constructor() {
    for (const type of WIRE_TYPES) this.#resourcesOf(type);
    const resourcesOf = <Resource>(type: WireType) =>
      this.#resourcesOf(type) as ReadonlyMap<string, unknown> as Resource;
    this.view = {
      devices: resourcesOf("device"),
      lights: resourcesOf("light"),
      syncBoxes: resourcesOf("sync"),
      rooms: resourcesOf("room"),
      scenes: resourcesOf("scene"),
      groupLights: resourcesOf("group_light"),
    };
  }

  /** Whether the home was received as a whole. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The gateway's hash, if both homes are the same. */
  get hash(): string {
    return stateHash(this.#all());
  }

  /** Replaces all resources, by type. The first time that is a snapshot; later it is the difference. */
  replace(lists: Readonly<Record<string, unknown>>): readonly HomeChange[] {
    const changes = [...new Set([...this.#byType.keys(), ...Object.keys(lists)])].flatMap((type) =>
      this.#replaceType(type, resourcesIn(lists[type])),
    );
    if (this.#isComplete) return changes;
    this.#isComplete = true;
    return [{ kind: "snapshot", home: this.view }];
  }

  /** Adds or replaces a whole resource. Fields in another order are no change, but count in the hash. */
  put(type: string, resource: Resource): readonly HomeChange[] {
    const before = this.#resourcesOf(type).get(resource.id);
    // Whatever is the same in every letter stays, with the digest that is known of it.
    if (before && JSON.stringify(before) === JSON.stringify(resource)) return [];
    const value = before && changedFields(before, resource);
    this.#resourcesOf(type).set(resource.id, resource);
    if (value && Object.keys(value).length === 0) return [];
    return this.#visible(
      type,
      before ? { kind: "update", resource, before, value } : { kind: "add", resource },
      resource.id,
    );
  }

  /** Changes some fields of a resource; undefined when there is no such resource. */
  update(type: string, id: string, value: object): readonly HomeChange[] | undefined {
    const before = this.#resourcesOf(type).get(id);
    return before && this.put(type, { ...before, ...value });
  }

  remove(type: string, id: string): readonly HomeChange[] {
    const before = this.#resourcesOf(type).get(id);
    this.#resourcesOf(type).delete(id);
    return before ? this.#visible(type, { kind: "remove", before }, id) : [];
  }

  #replaceType(type: string, resources: readonly Resource[]): readonly HomeChange[] {
    const ids = new Set(resources.map(({ id }) => id));
    const gone = [...this.#resourcesOf(type).keys()].filter((id) => !ids.has(id));
    return [
      ...gone.flatMap((id) => this.remove(type, id)),
      ...resources.flatMap((resource) => this.put(type, resource)),
    ];
  }

  /** A change of an unknown type is not reported. */
  #visible(type: string, change: object, id: string): readonly HomeChange[] {
    const isKnownType = (WIRE_TYPES as readonly string[]).includes(type);
    return isKnownType ? [{ ...change, type, id, home: this.view } as HomeChange] : [];
  }

  *#all(): Iterable<Resource> {
    for (const resourcesOf of this.#byType.values()) yield* resourcesOf.values();
  }

  #resourcesOf(type: string): ResourceMap {
    const resourcesOf = this.#byType.get(type) ?? new Map();
    this.#byType.set(type, resourcesOf);
    return resourcesOf;
  }
}

/** The resources in a list; an item without an id is skipped. */
function resourcesIn(list: unknown): readonly Resource[] {
  return Array.isArray(list) ? list.filter(isResource) : [];
}

export function isResource(value: unknown): value is Resource {
  const { id } = isObject(value) ? value : {};
  return typeof id === "string";
}
