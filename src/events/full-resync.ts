import type { WireType } from "../contract/events.ts";
import type { Home } from "../home/home.ts";
import { devicesIn } from "../home/select.ts";
import { wireDevice } from "../present/wire/device.ts";
import { wireLight } from "../present/wire/light.ts";
import { wireRoom } from "../present/wire/room.ts";
import { wireScene } from "../present/wire/scene.ts";
import { wireSync } from "../present/wire/sync-box.ts";
import { aboutOf, Message } from "./message.ts";
import { deviceContextOf, wholeDevice, wholeScene, wholeUpdate } from "./whole-items.ts";

/**
 * What was published to a broker, by resource: certainly, or perhaps, as the connection broke before the
 * acknowledgement.
 */
export type PublishedResources = Map<string, "certain" | "uncertain">;

/** A resource as it is at one moment, to be presented later: only a few references are held until then. */
interface Present {
  readonly type: WireType;
  readonly id: string;
  readonly deviceId?: string;
  readonly wire: () => { readonly id: string; readonly type: string };
  /** With what accompanies a new resource, where there is such. */
  readonly whole?: () => object;
}

/**
 * The messages that bring a broker up to date to which some resources were published, and which missed events since:
 * what is gone is removed, what is new is added, and everything else is updated with every field. The home is taken as it
 * is now; each message is made when its turn comes.
 */
export function fullResync(home: Home, published: Readonly<PublishedResources>): readonly (() => Message)[] {
  const present = presentIn(home).map((one) => ({ ...one, about: aboutOf(one.type, one.id) }));
  const found = new Set(present.map(({ about }) => about));
  return [
    ...[...published.keys()].filter((about) => !found.has(about)).map((about) => () => removal(about)),
    ...present.map((one) => {
      const isCertain = published.get(one.about) === "certain";
      return () => (isCertain ? update(one) : addition(one));
    }),
  ];
}

/** A home of which everything was published. */
export const allPublished = (home: Home): PublishedResources =>
  new Map(presentIn(home).map(({ type, id }) => [aboutOf(type, id), "certain"] as const));

function presentIn(home: Home): readonly Present[] {
  const { devices, lights, syncBoxes, rooms, scenes } = home;
  const furnished = new Map(rooms.all().map((room) => [room.id, { room, inside: devicesIn(home, room) }] as const));
  return [
    ...devices.all().flatMap((device): readonly Present[] => {
      if (!device.admitted) return [];
      const context = deviceContextOf(home, device);
      const wire = () => wireDevice(device);
      return [{ type: "device", id: device.id, wire, whole: () => wholeDevice(wire(), context) }];
    }),
    ...lights.all().map((light): Present => {
      return { type: "light", id: light.id, deviceId: light.deviceId, wire: () => wireLight(light) };
    }),
    ...syncBoxes.all().map((box): Present => {
      const area = box.areaId === null ? undefined : rooms.get(box.areaId);
      return { type: "sync", id: box.id, wire: () => wireSync(box, area) };
    }),
    ...[...furnished.values()].map(({ room, inside }): Present => {
      return { type: "room", id: room.id, wire: () => wireRoom(room, inside) };
    }),
    ...scenes.all().flatMap((scene): readonly Present[] => {
      const place = furnished.get(scene.roomId);
      if (!place) return [];
      const wire = () => wireScene(scene, place.room, "");
      return [{ type: "scene", id: scene.id, wire, whole: () => wholeScene(wire(), scene.roomId, place.inside) }];
    }),
  ];
}

const update = ({ type, id, deviceId, wire }: Present): Message =>
  new Message({ action: "update", type, id, text: JSON.stringify(wholeUpdate(wire(), deviceId)) });

const addition = ({ type, id, wire, whole = wire }: Present): Message =>
  new Message({ action: "add", type, id, text: JSON.stringify(whole()) });

function removal(about: string): Message {
  const at = about.indexOf("/");
  const [type, id] = [about.slice(0, at) as WireType, about.slice(at + 1)];
  return new Message({ action: "remove", type, id, text: JSON.stringify({ id, type }) });
}
