import type { Cursor, ReadableCollection } from "../home/collection.ts";
import type { Home } from "../home/home.ts";
import type { Id } from "../home/model/ids.ts";
import { type Dependencies, haveSameItems } from "../present/dependencies.ts";
import { type Presenter, roomsWith, scenesAt, syncBoxesOf } from "../present/texts.ts";
import type { Message, MessageType } from "./message.ts";
import { type PublishedResource, publishedKinds, updateOf } from "./published-kinds.ts";

/** A resource as a message, and its place in the home. */
interface PresentResource {
  readonly message: Message;
  readonly cursor: Cursor;
}

/** Clients that are told together are sent the same resource at about the same time. */
const CACHED_MESSAGES = 512;
/** Rooms with very many devices: clients that do not read must not hold a copy each. */
const LARGE_BYTES = 32 * 1024;
const CACHED_LARGE_MESSAGES = 32;

interface Cached {
  readonly dependencies: Dependencies;
  readonly message: Message;
}

const NO_DEPENDENCIES: Dependencies = [];

interface PresentKindOptions<Resource extends { readonly id: Id<string> }> {
  readonly collection: ReadableCollection<Resource>;
  /** Where updates depend on more than the resource: they depend on what the JSON of reads depends on. */
  readonly presenter?: Presenter<Resource>;
  /** Undefined for a resource that is not published. */
  readonly publishedOf: (resource: Resource) => PublishedResource | undefined;
}

/** The resources of one kind, one after the other. */
class PresentKind<Resource extends { readonly id: Id<string> }> {
  readonly #options: PresentKindOptions<Resource>;
  readonly #cache = new Map<Resource, Cached>();
  readonly #largeCache = new Map<Resource, Cached>();

  constructor(options: PresentKindOptions<Resource>) {
    this.#options = options;
  }

  /** The first published resource behind a cursor, or at all. */
  next(cursor?: Cursor): PresentResource | undefined {
    const { collection } = this.#options;
    for (let next = collection.next(cursor); next; next = collection.next(next.cursor)) {
      const message = this.#messageOf(next.resource);
      if (message) return { message, cursor: next.cursor };
    }
    return undefined;
  }

  forget(): void {
    this.#cache.clear();
    this.#largeCache.clear();
  }

  #messageOf(resource: Resource): Message | undefined {
    const { presenter, publishedOf } = this.#options;
    const dependencies = presenter?.dependencies?.(resource) ?? NO_DEPENDENCIES;
    const cached = this.#cache.get(resource) ?? this.#largeCache.get(resource);
    if (cached && haveSameItems(cached.dependencies, dependencies)) return cached.message;
    const published = publishedOf(resource);
    if (!published) return undefined;
    const message = updateOf(published);
    const isLarge = message.length >= LARGE_BYTES;
    const cache = isLarge ? this.#largeCache : this.#cache;
    const [oldest] = cache.keys();
    if (oldest && cache.size >= (isLarge ? CACHED_LARGE_MESSAGES : CACHED_MESSAGES)) cache.delete(oldest);
    cache.set(resource, { dependencies, message });
    return message;
  }
}

function kindsOf(home: Home) {
  const { device, light, sync, room, scene } = publishedKinds(home);
  const rooms = roomsWith(home, { devices: false, lights: false });
  return {
    device: new PresentKind({ collection: home.devices, publishedOf: device }),
    light: new PresentKind({ collection: home.lights, publishedOf: light }),
    sync: new PresentKind({ collection: home.syncBoxes, presenter: syncBoxesOf(home), publishedOf: sync }),
    room: new PresentKind({ collection: home.rooms, presenter: rooms, publishedOf: room }),
    scene: new PresentKind({ collection: home.scenes, presenter: scenesAt(home, ""), publishedOf: scene }),
  };
}

/** The home as it is at this moment, one resource after the other, each as an ordinary update that holds all of it. */
export class PresentState {
  readonly #kinds: Readonly<Record<MessageType, Pick<PresentKind<never>, "next" | "forget">>>;

  constructor(home: Home) {
    this.#kinds = kindsOf(home);
  }

  /** The first published resource of a type behind a cursor, or at all. */
  next(type: MessageType, cursor?: Cursor): PresentResource | undefined {
    return this.#kinds[type].next(cursor);
  }

  /** Nobody is told any more: the last messages are not needed. */
  forget(): void {
    for (const kind of Object.values(this.#kinds)) kind.forget();
  }
}
