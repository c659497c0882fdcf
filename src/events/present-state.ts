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

interface Found {
  readonly cursor: Cursor;
  readonly resource: object;
  /** What the message depends on beside the resource. */
  readonly dependencies: () => Dependencies;
  /** Undefined for a resource that is not published. */
  readonly update: () => WholeUpdate | undefined;
}

/** The first resource of a kind behind a cursor. */
type Find = (cursor: Cursor | undefined) => Found | undefined;

/** Devices that nobody admitted are not published, nor scenes whose room is gone. */
const findIn = (home: Home): Readonly<Record<MessageType, Find>> => ({
  device: finding(home.devices, undefined, (device) => (device.admitted ? wholeUpdate(wireDevice(device)) : undefined)),
  light: finding(home.lights, undefined, (light) => wholeUpdate(wireLight(light), light.deviceId)),
  sync: finding(home.syncBoxes, syncBoxesOf(home), (box) =>
    wholeUpdate(wireSync(box, box.areaId === null ? undefined : home.rooms.get(box.areaId))),
  ),
  room: finding(home.rooms, roomsWith(home, { devices: false, lights: false }), (room) =>
    wholeUpdate(wireRoom(room, devicesIn(home, room))),
  ),
  scene: finding(home.scenes, scenesAt(home, ""), (scene) => {
    const room = home.rooms.get(scene.roomId);
    return room && wholeUpdate(wireScene(scene, room, ""));
  }),
});

/** Updates depend on what the JSON of reads depends on. */
function finding<Resource extends { readonly id: Id<string> }>(
  collection: ReadableCollection<Resource>,
  presenter: Presenter<Resource> | undefined,
  updateOf: (resource: Resource) => WholeUpdate | undefined,
): Find {
  return (cursor) => {
    const next = collection.next(cursor);
    return (
      next && {
        ...next,
        dependencies: () => presenter?.dependencies?.(next.resource) ?? NO_DEPENDENCIES,
        update: () => updateOf(next.resource),
      }
    );
  };
}

const NO_DEPENDENCIES: Dependencies = [];

interface Cached {
  readonly dependencies: Dependencies;
  readonly message: Message;
}

/** Clients that came together are sent the same resource one after the other. */
const CACHED_MESSAGES = 64;
/** Rooms with very many devices: clients that do not read must not hold a copy each. */
const LARGE_BYTES = 32 * 1024;
const CACHED_LARGE_MESSAGES = 32;

/** The home as it is at this moment, one resource after the other, each as an ordinary update that holds all of it. */
export class PresentState {
  readonly #find: Readonly<Record<MessageType, Find>>;
  /** By resource. */
  readonly #cache = new Map<object, Cached>();
  readonly #largeCache = new Map<object, Cached>();

  constructor(home: Home) {
    this.#find = findIn(home);
  }

  /** The message of the first published resource of a type behind a cursor, or at all. */
  next(type: MessageType, cursor?: Cursor): { readonly message: Message; readonly cursor: Cursor } | undefined {
    const find = this.#find[type];
    for (let found = find(cursor); found; found = find(found.cursor)) {
      const message = this.#messageOf(type, found);
      if (message) return { message, cursor: found.cursor };
    }
    return undefined;
  }

  #messageOf(type: MessageType, found: Found): Message | undefined {
    const { resource } = found;
    const dependencies = found.dependencies();
    const cached = this.#cache.get(resource) ?? this.#largeCache.get(resource);
    if (cached && haveSameItems(cached.dependencies, dependencies)) return cached.message;
    const item = found.update();
    if (!item) return undefined;
    const message = new Message({ action: "update", type, id: item.id, text: JSON.stringify(item) });
    if (message.length >= LARGE_BYTES)
      put(this.#largeCache, CACHED_LARGE_MESSAGES, resource, { dependencies, message });
    else put(this.#cache, CACHED_MESSAGES, resource, { dependencies, message });
    return message;
  }
}

function put(cache: Map<object, Cached>, most: number, resource: object, cached: Cached): void {
  if (cache.size >= most) cache.clear();
  cache.set(resource, cached);
}
