import type { Cursor, ReadableCollection } from "../home/collection.ts";
import type { Home } from "../home/home.ts";
import type { Id } from "../home/model/ids.ts";
import { devicesIn } from "../home/select.ts";
import { type Dependencies, haveSameItems } from "../present/dependencies.ts";
import { type Presenter, roomsWith, scenesAt, syncBoxesOf } from "../present/texts.ts";
import { wireDevice } from "../present/wire/device.ts";
import { wireLight } from "../present/wire/light.ts";
import { wireRoom } from "../present/wire/room.ts";
import { wireScene } from "../present/wire/scene.ts";
import { wireSync } from "../present/wire/sync-box.ts";
import { Message, type MessageType } from "./message.ts";
import { type WholeUpdate, wholeUpdate } from "./whole-items.ts";

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
  readonly type: MessageType;
  readonly collection: ReadableCollection<Resource>;
  /** Where updates depend on more than the resource: they depend on what the JSON of reads depends on. */
  readonly presenter?: Presenter<Resource>;
  /** Undefined for a resource that is not published. */
  readonly updateOf: (resource: Resource) => WholeUpdate | undefined;
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
    const { type, presenter, updateOf } = this.#options;
    const dependencies = presenter?.dependencies?.(resource) ?? NO_DEPENDENCIES;
    const cached = this.#cache.get(resource) ?? this.#largeCache.get(resource);
    if (cached && haveSameItems(cached.dependencies, dependencies)) return cached.message;
    const item = updateOf(resource);
    if (!item) return undefined;
    const message = new Message({ action: "update", type, id: item.id, text: JSON.stringify(item) });
    const isLarge = message.length >= LARGE_BYTES;
    const cache = isLarge ? this.#largeCache : this.#cache;
    const [oldest] = cache.keys();
    if (oldest && cache.size >= (isLarge ? CACHED_LARGE_MESSAGES : CACHED_MESSAGES)) cache.delete(oldest);
    cache.set(resource, { dependencies, message });
    return message;
  }
}

/** Devices that nobody admitted are not published, nor scenes whose room is gone. */
const kindsOf = (home: Home) => ({
  device: new PresentKind({
    type: "device",
    collection: home.devices,
    updateOf: (device) => (device.admitted ? wholeUpdate(wireDevice(device)) : undefined),
  }),
  light: new PresentKind({
    type: "light",
    collection: home.lights,
    updateOf: (light) => wholeUpdate(wireLight(light), light.deviceId),
  }),
  sync: new PresentKind({
    type: "sync",
    collection: home.syncBoxes,
    presenter: syncBoxesOf(home),
    updateOf: (box) => wholeUpdate(wireSync(box, box.areaId === null ? undefined : home.rooms.get(box.areaId))),
  }),
  room: new PresentKind({
    type: "room",
    collection: home.rooms,
    presenter: roomsWith(home, { devices: false, lights: false }),
    updateOf: (room) => wholeUpdate(wireRoom(room, devicesIn(home, room))),
  }),
  scene: new PresentKind({
    type: "scene",
    collection: home.scenes,
    presenter: scenesAt(home, ""),
    updateOf: (scene) => {
      const room = home.rooms.get(scene.roomId);
      return room && wholeUpdate(wireScene(scene, room, ""));
    },
  }),
});

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
