import type { WireEvent, WireResources, WireType } from "../../contract/events.ts";
import { difference } from "./event-difference.ts";

/** A resource that clients may know of; without `wire` they do not, as no read shows it. */
interface Told<Type extends WireType, Resource> {
  readonly resource: Resource;
  readonly wire: WireResources[Type] | undefined;
}

/**
 * What clients were told of resources whose wire objects follow from others too. What is told next is how they differ
 * from that, so it is neither told twice nor lost, however far the home is ahead.
 */
export class ToldResources<Type extends WireType, Resource extends { readonly id: string }> {
  readonly #type: Type;
  readonly #present: (resource: Resource) => WireResources[Type] | undefined;
  readonly #told = new Map<string, Told<Type, Resource>>();

  constructor(type: Type, present: (resource: Resource) => WireResources[Type] | undefined) {
    this.#type = type;
    this.#present = present;
  }

  /** What to tell once a resource is another one, or none. */
  become(id: string, resource: Resource | undefined): readonly WireEvent[] {
    const before = this.#told.get(id)?.wire;
    const after = resource && this.#present(resource);
    if (resource) this.#told.set(id, { resource, wire: after });
    else this.#told.delete(id);
    return difference({ type: this.#type, before, after });
  }

  /** What to tell once something else has changed that these resources may follow from. */
  lookAgain(isConcerned: (resource: Resource) => boolean): readonly WireEvent[] {
    return [...this.#told.values()].flatMap(({ resource }) =>
      isConcerned(resource) ? this.become(resource.id, resource) : [],
    );
  }

  /** Tells a field of some resources, be it as it was told before. */
  tellAgain(field: keyof WireResources[Type], isConcerned: (resource: Resource) => boolean): readonly WireEvent[] {
    const concerned = [...this.#told.values()].filter(({ resource }) => isConcerned(resource));
    return concerned.flatMap(({ resource }) => {
      const wire = this.#present(resource);
      this.#told.set(resource.id, { resource, wire });
      const item = wire && { id: wire.id, value: { [field]: wire[field] } };
      return item ? [{ action: "update", type: this.#type, item } as WireEvent] : [];
    });
  }
}
