import { type ListName, OPERATIONS, type OperationName } from "../../../core/contract/operations.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Identity } from "../../../core/home/model/identity.ts";
import { idFrom, type RoomId } from "../../../core/home/model/ids.ts";
import type { Room } from "../../../core/home/model/room.ts";
import { selectDevices, selectRooms, selectScenes } from "../../../core/home/select.ts";
import type { Dependencies } from "../../../core/present/dependencies.ts";
import { listFrame, oneFrame } from "../../../core/present/pages/body.ts";
import { type Paging, paged } from "../../../core/present/pages/pages.ts";
import { roomSections, type Section } from "../../../core/present/pages/sections.ts";
import { devicesWith, GROUP_LIGHTS, LIGHTS, scenesAt, syncBoxesOf } from "../../../core/present/texts.ts";
import { wireBridge, wireZigbeeDiscovery } from "../../../core/present/wire/bridge.ts";
import type { QueryOf } from "./parse-query.ts";
import type { Source } from "./responses.ts";

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
  readonly dependencies: (view: View) => Dependencies;
  /** What of a view is part of the cache key, because the response differs by it. */
  readonly varyBy?: (view: View) => string;
  /** Pages of resources, or sections that other lists may share. */
  readonly sections: (view: View, query: QueryOf<Name>) => Paging | readonly Section[];
  /** How many resources the list has, where that is not how many its sections have. */
  readonly count?: (view: View, query: QueryOf<Name>) => number;
}

/** What each list of the contract holds. */
const LISTS: { readonly [Name in ListName]: List<Name> } = {
  listDevices: {
    dependencies: ({ home }) => [home.devices.all(), home.lights.all(), home.rooms.all()],
    sections({ home }, query) {
      const selected = selectDevices(home, {
        categories: query.cat1_id,
        exceptCategories: query.cat1_id_not,
        admitted: query.join_status,
        roomId: roomIdFrom(query.room_uuid),
        serialNumbers: query.sn,
      });
      const extensions = { lights: query.ext_light, room: query.ext_room, zigbee: query.ext_zigbee };
      // Lists of most devices share their pages, whatever the filter.
      const isMost = selected.length > home.devices.all().length / 2;
      const key = `devices ${JSON.stringify(isMost ? extensions : query)}`;
      return [{ key, paging: paged(selected, devicesWith(home, extensions)) }];
    },
  },
  listLights: {
    dependencies: ({ home }) => [home.lights.all()],
    sections: ({ home }) => paged(home.lights.all(), LIGHTS),
  },
  listSyncBoxes: {
    dependencies: ({ home }) => [home.syncBoxes.all(), home.rooms.all()],
    sections: ({ home }) => paged(home.syncBoxes.all(), syncBoxesOf(home)),
  },
  listRooms: {
    dependencies: ({ home }) => [home.rooms.all(), home.devices.all(), home.lights.all()],
    sections({ home }, query) {
      const extensions = { devices: query.ext_device, lights: query.ext_light };
      return roomSections(home, roomsFor(home, query), extensions);
    },
    count: ({ home }, query) => roomsFor(home, query).length,
  },
  listScenes: {
    dependencies: ({ home }) => [home.scenes.all(), home.rooms.all()],
    varyBy: ({ origin }) => origin,
    sections({ home, origin }, query) {
      const roomId = roomIdFrom(query.room_uuid);
      const paging = paged(selectScenes(home, roomId), scenesAt(home, origin));
      // Clients reach us under any number of names: pages without a picture are the same for all of them.
      return [{ key: `scenes ${roomId ?? ""}`, paging }];
    },
  },
  listGroupLights: {
    dependencies: ({ home }) => [home.groupLights.all()],
    sections: ({ home }) => paged(home.groupLights.all(), GROUP_LIGHTS),
  },
  listBridges: {
    dependencies: ({ home, identity }) => [home.gateway, identity.mac, identity.resetId],
    varyBy: ({ ip }) => ip,
    sections: ({ home, identity, ip }) =>
      paged(home.gateway ? [home.gateway] : [], {
        dependencies: () => [identity.mac, identity.resetId],
        present: (gateway) => JSON.stringify(wireBridge(gateway, identity, ip)),
      }),
  },
  listZigbeeDiscoveries: {
    dependencies: ({ home, isJoining }) => [home.gateway, isJoining],
    sections: ({ home, isJoining }) =>
      paged(home.gateway ? [home.gateway] : [], {
        dependencies: () => [isJoining],
        present: (gateway) => JSON.stringify(wireZigbeeDiscovery(gateway, isJoining)),
      }),
  },
};

const roomsFor = (home: Home, query: QueryOf<"listRooms">): readonly Room[] =>
  selectRooms(home, { wholeHouse: query.include_all_room, unassigned: query.include_no_room });

const roomIdFrom = (uuid: string | undefined): RoomId | undefined =>
  uuid === undefined || uuid === "" ? undefined : idFrom<RoomId>(uuid);

export const isList = (name: OperationName): name is ListName => Object.hasOwn(LISTS, name);

/** What a list is made of. */
export function listSource<Name extends ListName>(name: Name, view: View, query: QueryOf<Name>): Source {
  const { dependencies, varyBy, sections, count } = LISTS[name];
  const key = `${name} ${JSON.stringify(query)} ${varyBy?.(view) ?? ""}`;
  return {
    key,
    dependencies: () => dependencies(view),
    sections: () => {
      const list = sections(view, query);
      return typeof list === "function" ? [{ key, paging: list }] : list;
    },
    count: count && (() => count(view, query)),
    frame: listFrame(OPERATIONS[name].answer.layout),
  };
}

/** What one room is made of, which may hold every device of the home; undefined if there is no such room. */
export function roomSource({ home }: View, id: string, query: QueryOf<"getRoom">): Source | undefined {
  const extensions = { devices: query.ext_device, lights: query.ext_light };
  const room = () => home.rooms.get(idFrom(id));
  return (
    room() && {
      key: `getRoom ${room()?.id} ${JSON.stringify(query)}`,
      dependencies: () => [home.rooms.all(), home.devices.all(), home.lights.all()],
      sections: () => roomSections(home, [room() ?? []].flat(), extensions),
      frame: oneFrame(OPERATIONS.getRoom.answer.layout),
    }
  );
}
