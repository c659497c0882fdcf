import type { HomeLists } from "../home/home.ts";
import type { Device } from "../home/model/device.ts";
import { idFrom } from "../home/model/ids.ts";
import { devicesIn } from "../home/select.ts";
import type { HomeMoment } from "../present/home-moment.ts";
import { wireDevice } from "../present/wire/device.ts";
import { wireLight } from "../present/wire/light.ts";
import { wireRoom } from "../present/wire/room.ts";
import { wireScene } from "../present/wire/scene.ts";
import { wireSync } from "../present/wire/sync-box.ts";
import { aboutOf, Message, type MessageType } from "./message.ts";
import { deviceContextOf, wholeDevice, wholeScene, wholeUpdate } from "./whole-items.ts";

/**
 * What was published to a broker, by resource: certainly, or perhaps, as the connection broke before the
 * acknowledgement.
 */
export type PublishedResources = Map<string, "certain" | "uncertain">;

/** A resource that is published. */
interface Present {
  readonly type: MessageType;
  readonly id: string;
  readonly deviceId?: string;
  readonly wire: () => { readonly id: string; readonly type: string };
  /** With what accompanies a new resource, where there is such. */
  readonly whole?: () => object;
}

/** So many published resources are looked for in one step. */
const STEP_LENGTH = 256;

/**
 * The messages that bring a broker up to date to which some resources were published, and which missed events since:
 * what is gone is removed, what is new is added, and everything else is updated with every field. A step without a message
 * is one in which published resources were looked for.
 */
export function* fullResync(
  moment: HomeMoment,
  published: Readonly<PublishedResources>,
): Generator<Message | undefined, void> {
  yield* removals(moment, published);
  for (const one of presentIn(moment)) {
    yield published.get(aboutOf(one.type, one.id)) === "certain" ? update(one) : addition(one);
  }
}

function* removals(moment: HomeMoment, published: Readonly<PublishedResources>): Generator<Message | undefined, void> {
  let looked = 0;
  for (const about of published.keys()) {
    looked += 1;
    if (!isPresent(moment, about)) yield removal(about);
    else if (looked % STEP_LENGTH === 0) yield undefined;
  }
}

/** A home of which everything was published. */
export function allPublished(home: HomeLists): PublishedResources {
  const published: PublishedResources = new Map();
  for (const one of presentIn(home)) published.set(aboutOf(one.type, one.id), "certain");
  return published;
}

const isPublished = ({ admitted }: Device): boolean => admitted;

/** What of a home is published, in the order of the lists. */
function* presentIn(home: HomeLists): Generator<Present, void> {
  const { devices, lights, syncBoxes, rooms, scenes } = home;
  for (const device of devices.all()) {
    const wire = () => wireDevice(device);
    const whole = () => wholeDevice(wire(), deviceContextOf(home, device));
    if (isPublished(device)) yield { type: "device", id: device.id, wire, whole };
  }
  for (const light of lights.all()) {
    yield { type: "light", id: light.id, deviceId: light.deviceId, wire: () => wireLight(light) };
  }
  for (const box of syncBoxes.all()) {
    const area = () => (box.areaId === null ? undefined : rooms.get(box.areaId));
    yield { type: "sync", id: box.id, wire: () => wireSync(box, area()) };
  }
  for (const room of rooms.all()) {
    yield { type: "room", id: room.id, wire: () => wireRoom(room, devicesIn(home, room)) };
  }
  for (const scene of scenes.all()) {
    const room = rooms.get(scene.roomId);
    if (!room) continue;
    const wire = () => wireScene(scene, room, "");
    const whole = () => wholeScene(wire(), scene.roomId, devicesIn(home, room));
    yield { type: "scene", id: scene.id, wire, whole };
  }
}

function isPresent(home: HomeLists, about: string): boolean {
  const { type, id } = resourceOf(about);
  switch (type) {
    case "device": {
      const device = home.devices.get(idFrom(id));
      return device !== undefined && isPublished(device);
    }
    case "light":
      return home.lights.get(idFrom(id)) !== undefined;
    case "sync":
      return home.syncBoxes.get(idFrom(id)) !== undefined;
    case "room":
      return home.rooms.get(idFrom(id)) !== undefined;
    case "scene": {
      const scene = home.scenes.get(idFrom(id));
      return scene !== undefined && home.rooms.get(scene.roomId) !== undefined;
    }
    default:
      return type satisfies never;
  }
}

const update = ({ type, id, deviceId, wire }: Present): Message =>
  new Message({ action: "update", type, id, text: JSON.stringify(wholeUpdate(wire(), deviceId)) });

const addition = ({ type, id, wire, whole = wire }: Present): Message =>
  new Message({ action: "add", type, id, text: JSON.stringify(whole()) });

function removal(about: string): Message {
  const { type, id } = resourceOf(about);
  return new Message({ action: "remove", type, id, text: JSON.stringify({ id, type }) });
}

function resourceOf(about: string): { readonly type: MessageType; readonly id: string } {
  const at = about.indexOf("/");
  return { type: about.slice(0, at) as MessageType, id: about.slice(at + 1) };
}
