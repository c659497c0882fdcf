import type { ListName } from "../../contract/operations.ts";
import type { Home } from "../../home/home.ts";
import type { Identity } from "../../home/model/identity.ts";
import { idFrom, type RoomId } from "../../home/model/ids.ts";
import { selectDevices, selectRooms, selectScenes } from "../../home/select.ts";
import { type Paging, paged } from "../../present/pages/pages.ts";
import { roomSegments } from "../../present/pages/parts.ts";
import { devicesWith, LIGHTS, scenesAt, syncBoxesOf } from "../../present/presenting.ts";
import { wireBridge, wireZigbeeDiscovery } from "../../present/wire/bridge.ts";
import type { QueryOf } from "./parse-query.ts";
import type { Content } from "./responses.ts";

/** What a read may look at. */
export interface View {
  readonly home: Home;
  readonly identity: Identity;
  readonly isJoining: boolean;
  /** Our address on the client's side. */
  readonly ip: string;
  /** Where the client reaches us, such as `http://192.168.1.20:8080`. */
  readonly origin: string;
}

interface List<Name extends ListName> {
  /** The values that the answer follows from: while they are the same ones, so is the answer. */
  readonly madeFrom: (view: View) => readonly unknown[];
  /** What makes it another answer for clients elsewhere. */
  readonly facing?: (view: View) => string;
  readonly content: (view: View, query: QueryOf<Name>) => ListContent;
}

/** Pages of resources, or segments that other lists may share. */
type ListContent = Paging | Content;

/** What each list of the contract holds. */
export const LISTS: { readonly [Name in ListName]: List<Name> } = {
  listDevices: {
    madeFrom: ({ home }) => [home.devices.all(), home.lights.all(), home.rooms.all()],
    content({ home }, query) {
      const selected = selectDevices(home, {
        categories: query.cat1_id,
        exceptCategories: query.cat1_id_not,
        admitted: query.join_status,
        roomId: roomIdFrom(query.room_uuid),
        serialNumbers: query.sn,
      });
      const extensions = { lights: query.ext_light, room: query.ext_room, zigbee: query.ext_zigbee };
      // Lists of most devices share their pages, by however many filters they come about.
      const isMost = selected.length > home.devices.all().length / 2;
      const key = `devices ${JSON.stringify(isMost ? extensions : query)}`;
      return { segments: [{ key, paging: paged(selected, devicesWith(home, extensions)) }] };
    },
  },
  listLights: {
    madeFrom: ({ home }) => [home.lights.all()],
    content: ({ home }) => paged(home.lights.all(), LIGHTS),
  },
  listSyncBoxes: {
    madeFrom: ({ home }) => [home.syncBoxes.all(), home.rooms.all()],
    content: ({ home }) => paged(home.syncBoxes.all(), syncBoxesOf(home)),
  },
  listRooms: {
    madeFrom: ({ home }) => [home.rooms.all(), home.devices.all(), home.lights.all()],
    content({ home }, query) {
      const selected = selectRooms(home, { wholeHouse: query.include_all_room, unassigned: query.include_no_room });
      const extensions = { devices: query.ext_device, lights: query.ext_light };
      return { segments: roomSegments(home, selected, extensions), count: selected.length };
    },
  },
  listScenes: {
    madeFrom: ({ home }) => [home.scenes.all(), home.rooms.all()],
    facing: ({ origin }) => origin,
    content({ home, origin }, query) {
      const roomId = roomIdFrom(query.room_uuid);
      const paging = paged(selectScenes(home, roomId), scenesAt(home, origin));
      // Clients may reach us under any number of names: pages without a picture are the same ones for all.
      return { segments: [{ key: `scenes ${roomId ?? ""}`, paging }] };
    },
  },
  listBridges: {
    madeFrom: ({ home, identity }) => [home.gateway, identity.mac, identity.resetId],
    facing: ({ ip }) => ip,
    content: ({ home, identity, ip }) =>
      paged(home.gateway ? [home.gateway] : [], {
        follows: () => [identity.mac, identity.resetId],
        present: (gateway) => JSON.stringify(wireBridge(gateway, identity, ip)),
      }),
  },
  listZigbeeDiscoveries: {
    madeFrom: ({ home, isJoining }) => [home.gateway, isJoining],
    content: ({ home, isJoining }) =>
      paged(home.gateway ? [home.gateway] : [], {
        follows: () => [isJoining],
        present: (gateway) => JSON.stringify(wireZigbeeDiscovery(gateway, isJoining)),
      }),
  },
};

const roomIdFrom = (uuid: string | undefined): RoomId | undefined =>
  uuid === undefined || uuid === "" ? undefined : idFrom<RoomId>(uuid);
