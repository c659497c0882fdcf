import type { HomeLists } from "../../home/home.ts";
import type { Room } from "../../home/model/room.ts";
import { devicesIn, lightsOf } from "../../home/select.ts";
import {
  DEVICE_REFERENCES,
  LIGHTS,
  PLAIN_DEVICES,
  type RoomExtensions,
  roomOpeningText,
  roomServicesText,
  roomsWith,
} from "../texts.ts";
import { type Paging, paged } from "./pages.ts";

/** A part of a response's body: pages, or bytes that never change. Responses with the same section share its pages. */
export type Section = PagedSection | Uint8Array;

export interface PagedSection {
  /** The same for the same section, whichever response holds it. */
  readonly key: string;
  readonly paging: Paging;
}

/** From so many devices on a room is made device by device: its JSON may be as long as that of the whole home. */
const LARGE_ROOM_DEVICES = 64;

/** References are short: a page of them is about as long as a page of devices. */
const REFERENCES_IN_PAGE = 256;

const COMMA = Buffer.from(",");
const DEVICES_BEGIN = Buffer.from(',"ext_device":[');
const LIGHTS_BEGIN = Buffer.from(',"ext_light":[');
const ARRAY_END = Buffer.from("]");
const ROOM_END = Buffer.from("}");

/** Rooms in a row, with commas between them. */
export function roomSections(home: HomeLists, rooms: readonly Room[], extensions: RoomExtensions): readonly Section[] {
  const sections: Section[] = [];
  const append = (more: readonly Section[]) => sections.push(...(sections.length === 0 ? [] : [COMMA]), ...more);
  let row: Room[] = [];
  const endRow = () => {
    if (row.length > 0) append([rowOfRooms(home, row, extensions)]);
    row = [];
  };
  for (const room of rooms) {
    if (isLarge(home, room)) {
      endRow();
      append(largeRoom(home, room, extensions));
    } else row.push(room);
  }
  endRow();
  return sections;
}

/** The two derived rooms may hold every device. */
const isLarge = (home: HomeLists, room: Room): boolean =>
  (room.kind === "normal" ? room.deviceIds : home.devices.all()).length >= LARGE_ROOM_DEVICES;

const rowOfRooms = (home: HomeLists, row: readonly Room[], { devices, lights }: RoomExtensions): PagedSection => ({
  key: `rooms from ${row[0]?.id}${devices ? " with devices" : ""}${lights ? " with lights" : ""}`,
  paging: paged(row, roomsWith(home, { devices, lights })),
});

function largeRoom(home: HomeLists, room: Room, extensions: RoomExtensions): readonly Section[] {
  const inside = devicesIn(home, room);
  const section = (what: string, paging: Paging): PagedSection => ({ key: `room ${room.id} ${what}`, paging });
  const lights = () => inside.flatMap((device) => lightsOf(home, device));
  return [
    section("opening", paged([room], { present: roomOpeningText })),
    section("children", paged(inside, DEVICE_REFERENCES, REFERENCES_IN_PAGE)),
    section("services", paged([room], { present: roomServicesText })),
    ...(extensions.devices ? [DEVICES_BEGIN, section("devices", paged(inside, PLAIN_DEVICES)), ARRAY_END] : []),
    ...(extensions.lights ? [LIGHTS_BEGIN, section("lights", paged(lights(), LIGHTS)), ARRAY_END] : []),
    ROOM_END,
  ];
}
