import { OPERATIONS, type OperationName } from "../../../src/core/contract/operations.ts";
import type { Home } from "../../../src/core/home/home.ts";

/** A request that is worth showing. */
export interface ExampleRequest {
  readonly operation: OperationName;
  readonly name: string;
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  /** Written in the place of the body. */
  readonly text?: string;
  readonly method?: string;
  readonly needsKey?: boolean;
}

const NO_ONE = "FFFFFFFF-0000-4000-8000-000000000000";

export const methodOf = ({ operation, method = OPERATIONS[operation].method }: ExampleRequest): string => method;

export const targetOf = ({ operation, id = "", query = "" }: ExampleRequest): string =>
  `${OPERATIONS[operation].path.replace(":id", id)}${query}`;

/** What is there to be read in the demo home. */
export function exampleReads(home: Home): readonly ExampleRequest[] {
  const { lamp, room, box, scene, device, group } = shownIn(home);
  const lampsOfRoom = `?cat1_id=2&join_status=1&room_uuid=${room}&ext_light=1&ext_room=1`;
  return [
    { operation: "listDevices", name: "accessories-and-sync-boxes", query: "?cat1_id=3,4" },
    { operation: "listDevices", name: "lamps-of-a-room-with-their-lights", query: lampsOfRoom },
    { operation: "getDevice", name: "a-lamp", id: device },
    { operation: "getDevice", name: "with-its-zigbee-address", id: device, query: "?ext_zigbee=1" },
    { operation: "getDevice", name: "unknown", id: NO_ONE },
    { operation: "listLights", name: "all" },
    { operation: "getLight", name: "a-light", id: lamp },
    { operation: "getLight", name: "the-lights-of-a-device", id: device },
    { operation: "listSyncBoxes", name: "all" },
    { operation: "getSyncBox", name: "a-sync-box", id: box },
    { operation: "listRooms", name: "with-the-derived-ones", query: "?include_all_room=1&include_no_room=1" },
    { operation: "getRoom", name: "a-room", id: room },
    { operation: "listScenes", name: "of-a-room", body: { room_uuid: room } },
    { operation: "listScenes", name: "no-filter", body: {} },
    { operation: "getScene", name: "a-scene", id: scene },
    { operation: "listGroupLights", name: "all" },
    { operation: "getGroupLight", name: "a-room", id: group },
    { operation: "listBridges", name: "the-gateway" },
    { operation: "listZigbeeDiscoveries", name: "nobody-is-let-in" },
    { operation: "getHealth", name: "alive" },
    { operation: "getReadiness", name: "ready" },
  ];
}

/** What is refused, whatever is in the home. */
export function exampleRefusals(home: Home): readonly ExampleRequest[] {
  const { lamp, box } = shownIn(home);
  return [
    { operation: "listRooms", name: "no-flag", query: "?ext_light=maybe" },
    { operation: "setLight", name: "no-json", id: lamp, text: "on", needsKey: true },
    { operation: "setLight", name: "no-such-method", id: lamp, method: "DELETE" },
    { operation: "setLight", name: "without-a-key", id: lamp, body: { on: 0 } },
    { operation: "setLight", name: "out-of-range", id: lamp, body: { brightness: 101 }, needsKey: true },
    { operation: "setSyncBox", name: "no-fields", id: box, body: {}, needsKey: true },
    { operation: "pair", name: "window-shut", body: { device_type: "acme#panel" } },
  ];
}

/** What is done, in this order. */
export function exampleWrites(home: Home): readonly ExampleRequest[] {
  const { lamp, box, device, group, scene } = shownIn(home);
  return [
    { operation: "setLight", name: "orange", id: lamp, body: { on: 1, brightness: 60, color_rgb: 16744448 } },
    { operation: "setDeviceLight", name: "warm-white", id: device, body: { on: true, color_cw: 2700 } },
    { operation: "setSyncBox", name: "game", id: box, body: { on: 1, mode: 2, frequency: 3 } },
    { operation: "setGroupLight", name: "dimmed", id: group, body: { on: 1, brightness: 40 } },
    { operation: "setScene", name: "activate", id: scene, body: { is_active: 1 } },
  ].map((request) => ({ ...request, needsKey: true }) as ExampleRequest);
}

/** The resources that examples are about. */
function shownIn(home: Home) {
  const named = <Resource extends { readonly name: string }>(
    resources: readonly Resource[],
    name: string,
  ): Resource => {
    const found = resources.find((resource) => resource.name === name);
    if (!found) throw new Error(`the demo home has no ${name}`);
    return found;
  };
  const device = named(home.devices.all(), "Reading lamp");
  return {
    device: device.id,
    lamp: named(home.lights.all(), "Reading lamp").id,
    room: named(home.rooms.all(), "Kitchen").id,
    box: named(home.syncBoxes.all(), "Sync box").id,
    scene: named(home.scenes.all(), "Aurora").id,
    group: named(home.groupLights.all(), "Kitchen").id,
  };
}
