import type { Cursor, ReadableCollection } from "../../../core/home/collection.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Id } from "../../../core/home/model/ids.ts";
import { type Dependencies, haveSameItems } from "../../../core/present/dependencies.ts";
import { type Presenter, roomsWith, scenesAt, syncBoxesOf } from "../../../core/present/texts.ts";
import type { Message, MessageType } from "../messages/message.ts";
import { type PublishedResource, publishedKinds, updateOf } from "../messages/published-kinds.ts";

/** A resource as a message, and its place in the home. */
interface PresentResource {
  readonly message: Message;
  readonly cursor: Cursor;
}

/** The first published resource of a type behind a cursor, or at all, as an ordinary update that holds all of it. */
export type PresentState = Readonly<Record<MessageType, (cursor?: Cursor) => PresentResource | undefined>>;

/** The home as it is at this moment, one resource after the other. */
export function presentStateOf(home: Home): PresentState {
  const { device, light, sync, room, scene } = publishedKinds(home);
  return {
    device: nextIn(home.devices, device),
    light: nextIn(home.lights, light),
    sync: nextIn(home.syncBoxes, sync, syncBoxesOf(home)),
    room: nextIn(home.rooms, room, roomsWith(home, { devices: false, lights: false })),
    scene: nextIn(home.scenes, scene, scenesAt(home, "")),
  };
}

const NO_DEPENDENCIES: Dependencies = [];

/** Where updates depend on more than the resource, they depend on what the JSON of reads depends on. */
function nextIn<Resource extends { readonly id: Id<string> }>(
  collection: ReadableCollection<Resource>,
  publishedOf: (resource: Resource) => PublishedResource | undefined,
  presenter?: Presenter<Resource>,
): (cursor?: Cursor) => PresentResource | undefined {
  // Clients that are told together are sent the same resource at about the same time, and clients that do not read must
  // not hold a copy each of a room with very many devices: a message is shared for as long as somebody holds it.
  const last = new WeakMap<Resource, { readonly dependencies: Dependencies; readonly message: WeakRef<Message> }>();
  const messageOf = (resource: Resource): Message | undefined => {
    const dependencies = presenter?.dependencies?.(resource) ?? NO_DEPENDENCIES;
    const known = last.get(resource);
    const same = known && haveSameItems(known.dependencies, dependencies) ? known.message.deref() : undefined;
    if (same) return same;
    const published = publishedOf(resource);
    if (!published) return undefined;
    const message = updateOf(published);
    last.set(resource, { dependencies, message: new WeakRef(message) });
    return message;
  };
  return (cursor) => {
    for (let next = collection.next(cursor); next; next = collection.next(next.cursor)) {
      const message = messageOf(next.resource);
      if (message) return { message, cursor: next.cursor };
    }
    return undefined;
  };
}
