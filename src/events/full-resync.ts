import type { WireType } from "../contract/events.ts";
import type { Home } from "../home/home.ts";
import { devicesIn } from "../home/select.ts";
import { wireDevice } from "../present/wire/device.ts";
import { wireLight } from "../present/wire/light.ts";
import { wireRoom } from "../present/wire/room.ts";
import { wireScene } from "../present/wire/scene.ts";
import { wireSync } from "../present/wire/sync-box.ts";
import { aboutOf, Message } from "./message.ts";
import { surroundingsOf, wholeDevice, wholeScene, wholeUpdate } from "./whole-items.ts";

/** What somebody was told of, and whether they know it for certain. */
export type Told = Map<string, "known" | "perhaps">;

/** A resource as it is at one moment, to be presented later: what is kept until then is only a few references. */
interface Present {
  readonly type: WireType;
  readonly id: string;
  readonly deviceId?: string;
  readonly wire: () => { readonly id: string; readonly type: string };
  /** With what goes along when it is new, where that is more. */
  readonly whole?: () => object;
}

/**
 * What brings somebody up to date who was told of some resources, but missed what happened since: what is gone is
 * removed, what is new is added, and of everything else every field is told. The home is taken as it is now; each
 * message is made when its turn comes.
 */
export function wholeHome(home: Home, told: Readonly<Told>): readonly (() => Message)[] {
  const present = presentIn(home).map((one) => ({ ...one, about: aboutOf(one.type, one.id) }));
  const found = new Set(present.map(({ about }) => about));
  return [
    ...[...told.keys()].filter((about) => !found.has(about)).map((about) => () => removal(about)),
    ...present.map((one) => {
      const isKnown = told.get(one.about) === "known";
      return () => (isKnown ? update(one) : addition(one));
    }),
  ];
}

/** All of a home, to somebody who knows it. */
export const toldOf = (home: Home): Told =>
  new Map(presentIn(home).map(({ type, id }) => [aboutOf(type, id), "known"] as const));

function presentIn(home: Home): readonly Present[] {
  const { devices, lights, syncBoxes, rooms, scenes } = home;
  const furnished = new Map(rooms.all().map((room) => [room.id, { room, inside: devicesIn(home, room) }] as const));
  return [
    ...devices.all().flatMap((device): readonly Present[] => {
      if (!device.admitted) return [];
      const surroundings = surroundingsOf(home, device);
      const wire = () => wireDevice(device);
      return [{ type: "device", id: device.id, wire, whole: () => wholeDevice(wire(), surroundings) }];
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
