import type { Steps } from "../../../shared/steps.ts";
import type { WireType } from "../../contract/events.ts";
import type { Home, HomeLists } from "../../home/home.ts";
import type { Room } from "../../home/model/room.ts";
import { HomeMoment } from "../home-moment.ts";
import { type Page, type Paging, paged } from "../pages/pages.ts";
import { roomSections, type Section } from "../pages/sections.ts";
import { GROUP_LIGHTS, LIGHTS, PLAIN_DEVICES, roomsWith, scenesAt, syncBoxesOf } from "../texts.ts";

/**
 * Everything that clients follow, at one moment: the JSON of each list without its brackets, in pages. A scene's
 * `picture_url` is a path, as it is in events.
 */
export type Snapshot = Readonly<Record<WireType, readonly Buffer[]>>;

const PLAIN_ROOM = { devices: false, lights: false };

/** How resources of each type become JSON in snapshots and events. */
export const presentersFor = (home: Home) => ({
  device: PLAIN_DEVICES,
  light: LIGHTS,
  sync: syncBoxesOf(home),
  room: roomsWith(home, PLAIN_ROOM),
  scene: scenesAt(home, ""),
  group_light: GROUP_LIGHTS,
});

/** In resources. So many are made in one step; a page is what is sent at once, about. */
const PAGE_LENGTH = 64;

const listed = (key: WireType, paging: Paging): Iterable<Section> => [{ key, paging }];

/** What each list is made of. */
const SECTIONS: Readonly<Record<WireType, (home: HomeLists) => Iterable<Section>>> = {
  device: ({ devices }) => listed("device", paged(devices.all(), PLAIN_DEVICES, PAGE_LENGTH)),
  light: ({ lights }) => listed("light", paged(lights.all(), LIGHTS, PAGE_LENGTH)),
  sync: (home) => listed("sync", paged(home.syncBoxes.all(), syncBoxesOf(home), PAGE_LENGTH)),
  room: roomsOf,
  scene: (home) => listed("scene", paged(home.scenes.all(), scenesAt(home, ""), PAGE_LENGTH)),
  group_light: ({ groupLights }) => listed("group_light", paged(groupLights.all(), GROUP_LIGHTS, PAGE_LENGTH)),
};

/** The derived rooms hold all devices: to find them takes a while, so each is found when its turn comes. */
function* roomsOf(home: HomeLists): Iterable<Section> {
  let isFirst = true;
  for (const rooms of inRows(home.rooms.all())) {
    if (!isFirst) yield COMMA;
    isFirst = false;
    yield* roomSections(home, rooms, PLAIN_ROOM);
  }
}

const COMMA = Buffer.from(",");

/** Each derived room by itself, and the rooms between them. */
function inRows(rooms: readonly Room[]): readonly (readonly Room[])[] {
  const rows: Room[][] = [];
  for (const [at, room] of rooms.entries()) {
    const isNext = at > 0 && room.kind === "normal" && rooms[at - 1]?.kind === "normal";
    if (isNext) rows.at(-1)?.push(room);
    else rows.push([room]);
  }
  return rows;
}

/** Takes snapshots of a home. Pages in which nothing changed since the last snapshot are the very same bytes. */
export class Snapshots {
  readonly #home: Home;
  #pages: ReadonlyMap<string, readonly Page[]> = new Map();

  constructor(home: Home) {
    this.#home = home;
  }

  /** The home as it is now, made of some resources in each step. */
  take(): Steps<Snapshot> {
    return this.#takeOf(new HomeMoment(this.#home));
  }

  /** Forgets the last snapshot: the next one is made from nothing. */
  forget(): void {
    this.#pages = new Map();
  }

  *#takeOf(moment: HomeMoment): Steps<Snapshot> {
    const pages = new Map<string, readonly Page[]>();
    const take = (type: WireType) => this.#take(SECTIONS[type](moment), pages);
    const snapshot: Snapshot = {
      device: yield* take("device"),
      light: yield* take("light"),
      sync: yield* take("sync"),
      room: yield* take("room"),
      scene: yield* take("scene"),
      group_light: yield* take("group_light"),
    };
    this.#pages = pages;
    return snapshot;
  }

  *#take(sections: Iterable<Section>, made: Map<string, readonly Page[]>): Steps<readonly Buffer[]> {
    const list: Buffer[] = [];
    for (const section of sections) {
      if (section instanceof Uint8Array) {
        list.push(Buffer.from(section));
        continue;
      }
      const pages = yield* section.paging(this.#pages.get(section.key) ?? []);
      made.set(section.key, pages);
      list.push(...pages.map(({ bytes }) => bytes));
    }
    return list.filter(({ byteLength }) => byteLength > 0);
  }
}
