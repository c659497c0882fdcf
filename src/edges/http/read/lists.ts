import { type ListName, OPERATIONS, type OperationName } from "../../../core/contract/operations.ts";
import type { Home } from "../../../core/home/home.ts";
import type { Identity } from "../../../core/home/model/identity.ts";
import { idFrom, type RoomId } from "../../../core/home/model/ids.ts";
import type { ResourceKind } from "../../../core/home/model/resource-kinds.ts";
import type { Room } from "../../../core/home/model/room.ts";
import { selectDevices, selectRooms, selectScenes } from "../../../core/home/select.ts";
import type { Dependencies } from "../../../core/present/dependencies.ts";
import { listFrame, oneFrame } from "../../../core/present/pages/body.ts";
import { type Paging, paged } from "../../../core/present/pages/pages.ts";
import { roomSections, type Section } from "../../../core/present/pages/sections.ts";
import { devicesWith, GROUP_LIGHTS, LIGHTS, scenesAt, syncBoxesOf } from "../../../core/present/texts.ts";
import { type Bridge, wireBridge, wireZigbeeDiscovery } from "../../../core/present/wire/bridge.ts";
import type { QueryOf } from "./parse-query.ts";
import type { Source } from "./responses.ts";

/** Whether a gateway of a fleet, by its id among the bridges, has a resource. */
export type IsOfGateway = (gatewayId: string, kind: ResourceKind, id: string) => boolean;

/** What a read may look at. */
export interface View {
  readonly home: Home;
  readonly identity: Identity;
  /** All gateways, this one first. */
  readonly bridges: readonly Bridge[];
  readonly isJoining: boolean;
  /** Of a fleet, the one gateway whose resources are wanted; undefined for all. */
  readonly only?: { readonly gatewayId: string; readonly isOf: IsOfGateway } | undefined;
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
    sections(view, query) {
      const { home } = view;
      const selected = ofGateway(
        view,
        "devices",
        selectDevices(home, {
          categories: query.cat1_id,
          exceptCategories: query.cat1_id_not,
          admitted: query.join_status,
          roomId: roomIdFrom(query.room_uuid),
          serialNumbers: query.sn,
        }),
      );
      const extensions = { lights: query.ext_light, room: query.ext_room, zigbee: query.ext_zigbee };
      // Lists of most devices share their pages, whatever the filter.
      const isMost = selected.length > home.devices.all().length / 2;
      const key = `devices ${JSON.stringify(isMost ? extensions : query)} ${view.only?.gatewayId ?? ""}`;
      return [{ key, paging: paged(selected, devicesWith(home, extensions)) }];
    },
  },
  listLights: {
    dependencies: ({ home }) => [home.lights.all()],
    sections: (view) => paged(ofGateway(view, "lights", view.home.lights.all()), LIGHTS),
  },
  listSyncBoxes: {
    dependencies: ({ home }) => [home.syncBoxes.all(), home.rooms.all()],
    sections: (view) => paged(ofGateway(view, "syncBoxes", view.home.syncBoxes.all()), syncBoxesOf(view.home)),
  },
  listRooms: {
    dependencies: ({ home }) => [home.rooms.all(), home.devices.all(), home.lights.all()],
    sections(view, query) {
      const extensions = { devices: query.ext_device, lights: query.ext_light };
      return roomSections(view.home, roomsFor(view, query), extensions);
    },
    count: (view, query) => roomsFor(view, query).length,
  },
  listScenes: {
    dependencies: ({ home }) => [home.scenes.all(), home.rooms.all()],
    varyBy: ({ origin }) => origin,
    sections(view, { room_uuid }) {
      const { home, origin } = view;
      const roomId = roomIdFrom(room_uuid);
      const scenes = ofGateway(view, "scenes", selectScenes(home, roomId));
      // Clients reach us under any number of names: pages without a picture are the same for all of them.
      return [
        {
          key: `scenes ${roomId ?? ""} ${view.only?.gatewayId ?? ""}`,
          paging: paged(scenes, scenesAt(home, origin)),
        },
      ];
    },
  },
  listGroupLights: {
    dependencies: ({ home }) => [home.groupLights.all()],
    sections: ({ home, only }) => {
      const all = home.groupLights.all();
      return paged(only ? all.filter(({ roomId }) => only.isOf(only.gatewayId, "rooms", roomId)) : all, GROUP_LIGHTS);
    },
  },
  listBridges: {
    dependencies: ({ bridges }) =>
      bridges.flatMap(({ device, identity, ip }) => [device, identity.mac, identity.resetId, ip]),
    varyBy: ({ ip }) => ip,
    sections: ({ bridges, ip: ownIp }) =>
      paged(bridges, {
        dependencies: ({ device, identity, ip }) => [device, identity.mac, identity.resetId, ip],
        present: ({ device, identity, ip = ownIp }) => JSON.stringify(wireBridge(device, identity, ip)),
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

const roomsFor = (view: View, query: QueryOf<"listRooms">): readonly Room[] =>
  ofGateway(
    view,
    "rooms",
    selectRooms(view.home, { wholeHouse: query.include_all_room, unassigned: query.include_no_room }),
  );

/** Those of one gateway, where one is named. */
const ofGateway = <Resource extends { readonly id: string }>(
  { only }: View,
  kind: ResourceKind,
  all: readonly Resource[],
): readonly Resource[] => (only ? all.filter(({ id }) => only.isOf(only.gatewayId, kind, id)) : all);

const roomIdFrom = (uuid: string | undefined): RoomId | undefined =>
  uuid === undefined || uuid === "" ? undefined : idFrom<RoomId>(uuid);

export const isList = (name: OperationName): name is ListName => Object.hasOwn(LISTS, name);

/** What a list is made of. */
export function listSource<Name extends ListName>(name: Name, view: View, query: QueryOf<Name>): Source {
  const { dependencies, varyBy, sections, count } = LISTS[name];
  const key = `${name} ${JSON.stringify(query)} ${view.only?.gatewayId ?? ""} ${varyBy?.(view) ?? ""}`;
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
