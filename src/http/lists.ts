import type { ListName } from "../contract/operations.ts";
import type { Home } from "../home/home.ts";
import type { Identity } from "../home/identity.ts";
import { idFrom, type RoomId } from "../home/ids.ts";
import { selectDevices, selectRooms, selectScenes } from "../home/select.ts";
import { wireBridge, wireZigbeeDiscovery } from "../present/bridge.ts";
import { deviceText, lightText, roomText, sceneText, syncBoxText } from "../present/texts.ts";
import type { QueryOf } from "./parse-query.ts";

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
  readonly items: (view: View, query: QueryOf<Name>) => readonly string[];
}

/** What each list of the contract holds. */
export const LISTS: { readonly [Name in ListName]: List<Name> } = {
  listDevices: {
    madeFrom: ({ home }) => [home.devices.all(), home.lights.all(), home.rooms.all()],
    items: ({ home }, query) =>
      selectDevices(home, {
        categories: query.cat1_id,
        exceptCategories: query.cat1_id_not,
        admitted: query.join_status,
        roomId: roomIdFrom(query.room_uuid),
        serialNumbers: query.sn,
      }).map((device) =>
        deviceText(home, device, { lights: query.ext_light, room: query.ext_room, zigbee: query.ext_zigbee }),
      ),
  },
  listLights: {
    madeFrom: ({ home }) => [home.lights.all()],
    items: ({ home }) => home.lights.all().map(lightText),
  },
  listSyncBoxes: {
    madeFrom: ({ home }) => [home.syncBoxes.all(), home.rooms.all()],
    items: ({ home }) => home.syncBoxes.all().map((box) => syncBoxText(home, box)),
  },
  listRooms: {
    madeFrom: ({ home }) => [home.rooms.all(), home.devices.all(), home.lights.all()],
    items: ({ home }, query) =>
      selectRooms(home, { wholeHouse: query.include_all_room, unassigned: query.include_no_room }).map((room) =>
        roomText(home, room, { devices: query.ext_device, lights: query.ext_light }),
      ),
  },
  listScenes: {
    madeFrom: ({ home, origin }) => [home.scenes.all(), home.rooms.all(), origin],
    items: ({ home, origin }, query) =>
      selectScenes(home, roomIdFrom(query.room_uuid)).flatMap((scene) => sceneText(home, scene, origin) ?? []),
  },
  listBridges: {
    madeFrom: ({ home, identity, ip }) => [home.gateway, identity.mac, identity.resetId, ip],
    items: ({ home, identity, ip }) => (home.gateway ? [JSON.stringify(wireBridge(home.gateway, identity, ip))] : []),
  },
  listZigbeeDiscoveries: {
    madeFrom: ({ home, isJoining }) => [home.gateway, isJoining],
    items: ({ home, isJoining }) =>
      home.gateway ? [JSON.stringify(wireZigbeeDiscovery(home.gateway, isJoining))] : [],
  },
};

const roomIdFrom = (uuid: string | undefined): RoomId | undefined =>
  uuid === undefined || uuid === "" ? undefined : idFrom<RoomId>(uuid);
