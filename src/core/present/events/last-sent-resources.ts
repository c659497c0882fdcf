import type { WireEvent, WireResources, WireType } from "../../contract/events.ts";
import { difference } from "./event-difference.ts";

/** A resource, and its wire object as clients have it; `wire` is undefined where no read shows the resource. */
interface LastSent<Type extends WireType, Resource> {
  readonly resource: Resource;
  readonly wire: WireResources[Type] | undefined;
}

/**
 * The last wire objects that clients were sent of resources whose wire objects depend on other resources too. The next
 * event is the difference from the last wire object, so no change is sent twice or lost, however far the home is ahead.
 */
export class LastSentResources<Type extends WireType, Resource extends { readonly id: string }> {
  readonly #type: Type;
  readonly #present: (resource: Resource) => WireResources[Type] | undefined;
  readonly #lastSent = new Map<string, LastSent<Type, Resource>>();

  constructor(type: Type, present: (resource: Resource) => WireResources[Type] | undefined) {
    this.#type = type;
    this.#present = present;
  }

  /** The events for a resource that was added or replaced, or removed if it is undefined. */
  replace(id: string, resource: Resource | undefined): readonly WireEvent[] {
    const before = this.#lastSent.get(id)?.wire;
    const after = resource && this.#present(resource);
    if (resource) this.#lastSent.set(id, { resource, wire: after });
    else this.#lastSent.delete(id);
    return difference({ type: this.#type, before, after });
  }

  /** The events for resources whose dependencies may have changed. */
  refresh(isConcerned: (resource: Resource) => boolean): readonly WireEvent[] {
    return [...this.#lastSent.values()].flatMap(({ resource }) =>
      isConcerned(resource) ? this.replace(resource.id, resource) : [],
    );
  }

  /** Events with one field of some resources, even where the field is as it was sent last. */
  resend(field: keyof WireResources[Type], isConcerned: (resource: Resource) => boolean): readonly WireEvent[] {
    const concerned = [...this.#lastSent.values()].filter(({ resource }) => isConcerned(resource));
    return concerned.flatMap(({ resource }) => {
      const wire = this.#present(resource);
      this.#lastSent.set(resource.id, { resource, wire });
      const item = wire && { id: wire.id, value: { [field]: wire[field] } };
      return item ? [{ action: "update", type: this.#type, item } as WireEvent] : [];
    });
  }
}
