import type { Cursor, ReadableCollection } from "../home/collection.ts";
import type { Home } from "../home/home.ts";
import type { Id } from "../home/model/ids.ts";
import { devicesIn } from "../home/select.ts";
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
  /** Undefined for a resource that is not published. */
  readonly update: () => WholeUpdate | undefined;
}

/** The first resource of a kind behind a cursor. */
type Find = (home: Home, cursor: Cursor | undefined) => Found | undefined;

/** Devices that nobody admitted are not published, nor scenes whose room is gone. */
const FIND: Readonly<Record<MessageType, Find>> = {
  device: finding(
    ({ devices }) => devices,
    (device) => (device.admitted ? wholeUpdate(wireDevice(device)) : undefined),
  ),
  light: finding(
    ({ lights }) => lights,
    (light) => wholeUpdate(wireLight(light), light.deviceId),
  ),
  sync: finding(
    ({ syncBoxes }) => syncBoxes,
    (box, { rooms }) => wholeUpdate(wireSync(box, box.areaId === null ? undefined : rooms.get(box.areaId))),
  ),
  room: finding(
    ({ rooms }) => rooms,
    (room, home) => wholeUpdate(wireRoom(room, devicesIn(home, room))),
  ),
  scene: finding(
    ({ scenes }) => scenes,
    (scene, { rooms }) => {
      const room = rooms.get(scene.roomId);
      return room && wholeUpdate(wireScene(scene, room, ""));
    },
  ),
};

function finding<Resource extends { readonly id: Id<string> }>(
  collectionIn: (home: Home) => ReadableCollection<Resource>,
  updateOf: (resource: Resource, home: Home) => WholeUpdate | undefined,
): Find {
  return (home, cursor) => {
    const next = collectionIn(home).next(cursor);
    return next && { ...next, update: () => updateOf(next.resource, home) };
  };
}

/** Clients that came together are sent the same resource one after the other. */
const CACHED_MESSAGES = 64;

/** The home as it is at this moment, one resource after the other, each as an ordinary update that holds all of it. */
export class PresentState {
  readonly #home: Home;
  readonly #head: () => number;
  /** Messages by resource, valid until the next event. */
  readonly #cache = new Map<object, Message>();
  #cachedAt: number | undefined;

  /** `head` is the id of the newest event. */
  constructor(home: Home, head: () => number) {
    this.#home = home;
    this.#head = head;
  }

  /** The message of the first published resource of a type behind a cursor, or at all. */
  next(type: MessageType, cursor?: Cursor): { readonly message: Message; readonly cursor: Cursor } | undefined {
    for (let found = FIND[type](this.#home, cursor); found; found = FIND[type](this.#home, found.cursor)) {
      const message = this.#messageOf(type, found);
      if (message) return { message, cursor: found.cursor };
    }
    return undefined;
  }

  #messageOf(type: MessageType, { resource, update }: Found): Message | undefined {
    if (this.#cachedAt !== this.#head()) this.#cache.clear();
    this.#cachedAt = this.#head();
    const cached = this.#cache.get(resource);
    if (cached) return cached;
    const item = update();
    if (!item) return undefined;
    const message = new Message({ action: "update", type, id: item.id, text: JSON.stringify(item) });
    if (this.#cache.size === CACHED_MESSAGES) this.#cache.clear();
    this.#cache.set(resource, message);
    return message;
  }
}
