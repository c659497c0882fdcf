import type { TObject } from "typebox";
import { WireBridge, WireZigbeeDiscovery } from "./bridge.ts";
import { WireKey, WireLightCommand, WirePairing, WireSceneCommand, WireSyncCommand } from "./commands.ts";
import { WireDevice } from "./device.ts";
import type { DataLayout } from "./envelope.ts";
import { WireGroupLight } from "./group-light.ts";
import { WireLight } from "./light.ts";
import { WireRoom } from "./room.ts";
import { WireScene, WireSceneFilter } from "./scene.ts";
import { WireSync } from "./sync.ts";

/** How the text of a query parameter is read; G10 to G14 say what each accepts. */
export type ParameterKind = "categories" | "flags" | "switch" | "uuid" | "texts";

export interface Operation {
  /** What it gives or does, in a few words. */
  readonly summary: string;
  /** Where the document, or our list of its gaps, describes it. */
  readonly source: string;
  readonly method: "GET" | "PUT" | "POST";
  /** `:id` stands for one resource's identifier. */
  readonly path: string;
  readonly query: Readonly<Record<string, ParameterKind>>;
  /** The JSON body: of a read, one that may give the parameters of `query` instead; of a write, the command. */
  readonly body?: TObject;
  /**
   * Whether the header `application-key` must hold a right key, or only must not hold a wrong one, or is never looked at,
   * not even with `--profile shared`; open without it (G51).
   */
  readonly key?: "needed" | "checked" | "never";
  readonly answer:
    | { readonly layout: DataLayout; readonly resource: TObject }
    | "nothing"
    | "picture"
    | "event-stream"
    | "openapi";
}

const ROOT = "/clip/v2/resource";

/** Everything the gateway answers over HTTP. The router reads this table and nothing else. */
export const OPERATIONS = {
  listDevices: {
    summary: "List devices",
    source: "spec §4.1",
    method: "GET",
    path: `${ROOT}/device`,
    query: {
      cat1_id: "categories",
      cat1_id_not: "categories",
      join_status: "flags",
      room_uuid: "uuid",
      sn: "texts",
      ext_light: "switch",
      ext_room: "switch",
      ext_zigbee: "switch",
    },
    answer: { layout: "arr", resource: WireDevice },
  },
  getDevice: {
    summary: "Get one device",
    source: "spec §4.2",
    method: "GET",
    path: `${ROOT}/device/:id`,
    query: { ext_light: "switch", ext_room: "switch", ext_zigbee: "switch" },
    answer: { layout: "obj", resource: WireDevice },
  },
  listLights: {
    summary: "List lights with their state",
    source: "spec §4.3",
    method: "GET",
    path: `${ROOT}/light`,
    query: {},
    answer: { layout: "arr+len", resource: WireLight },
  },
  getLight: {
    summary: "Get one light, or, given a device's UUID, a list of the lights of that device",
    source: "spec §4.4",
    method: "GET",
    path: `${ROOT}/light/:id`,
    query: {},
    answer: { layout: "obj+arr", resource: WireLight },
  },
  listSyncBoxes: {
    summary: "List sync boxes with their state",
    source: "spec §4.5",
    method: "GET",
    path: `${ROOT}/sync`,
    query: {},
    answer: { layout: "arr+len", resource: WireSync },
  },
  getSyncBox: {
    summary: "Get one sync box",
    source: "spec §4.6",
    method: "GET",
    path: `${ROOT}/sync/:id`,
    query: {},
    answer: { layout: "obj+arr", resource: WireSync },
  },
  listRooms: {
    summary: "List rooms",
    source: "spec §4.7",
    method: "GET",
    path: `${ROOT}/room`,
    query: { include_all_room: "switch", include_no_room: "switch", ext_device: "switch", ext_light: "switch" },
    answer: { layout: "arr+len", resource: WireRoom },
  },
  getRoom: {
    summary: "Get one room",
    source: "G21",
    method: "GET",
    path: `${ROOT}/room/:id`,
    query: { ext_device: "switch", ext_light: "switch" },
    answer: { layout: "obj", resource: WireRoom },
  },
  listScenes: {
    summary: "List scenes, of all rooms or of one room",
    source: "spec §4.8",
    method: "GET",
    path: `${ROOT}/scene`,
    query: { room_uuid: "uuid" },
    body: WireSceneFilter,
    answer: { layout: "arr+len", resource: WireScene },
  },
  getScene: {
    summary: "Get one scene",
    source: "G21",
    method: "GET",
    path: `${ROOT}/scene/:id`,
    query: {},
    answer: { layout: "obj+arr", resource: WireScene },
  },
  listGroupLights: {
    summary: "List the group lights of all rooms, including the whole-house room and the unassigned room",
    source: "G86",
    method: "GET",
    path: `${ROOT}/group_light`,
    query: {},
    answer: { layout: "arr+len", resource: WireGroupLight },
  },
  getGroupLight: {
    summary: "Get the group light of one room",
    source: "G86",
    method: "GET",
    path: `${ROOT}/group_light/:id`,
    query: {},
    answer: { layout: "obj", resource: WireGroupLight },
  },
  listBridges: {
    summary: "Get the gateway, and check whether a key is valid",
    source: "G56",
    method: "GET",
    path: `${ROOT}/bridge`,
    query: {},
    key: "checked",
    answer: { layout: "arr+len", resource: WireBridge },
  },
  listZigbeeDiscoveries: {
    summary: "Check whether new devices can join",
    source: "G57",
    method: "GET",
    path: `${ROOT}/zigbee_device_discovery`,
    query: {},
    answer: { layout: "arr+len", resource: WireZigbeeDiscovery },
  },
  setLight: {
    summary: "Change a light",
    source: "G52",
    method: "PUT",
    path: `${ROOT}/light/:id`,
    query: {},
    body: WireLightCommand,
    key: "needed",
    answer: "nothing",
  },
  setDeviceLight: {
    summary: "Change all lights of a device",
    source: "G52",
    method: "PUT",
    path: `${ROOT}/device/:id/light`,
    query: {},
    body: WireLightCommand,
    key: "needed",
    answer: "nothing",
  },
  setSyncBox: {
    summary: "Change a sync box",
    source: "G54",
    method: "PUT",
    path: `${ROOT}/sync/:id`,
    query: {},
    body: WireSyncCommand,
    key: "needed",
    answer: "nothing",
  },
  setGroupLight: {
    summary:
      "Change all online lights of a room, each as far as it supports the change; `brightness` without `on` dims those that are on",
    source: "G86",
    method: "PUT",
    path: `${ROOT}/group_light/:id`,
    query: {},
    body: WireLightCommand,
    key: "needed",
    answer: "nothing",
  },
  setScene: {
    summary: "Activate a scene",
    source: "G87",
    method: "PUT",
    path: `${ROOT}/scene/:id`,
    query: {},
    body: WireSceneCommand,
    key: "needed",
    answer: "nothing",
  },
  pair: {
    summary: "Get a key, within 10 s after the button was pressed",
    source: "G50",
    method: "POST",
    path: "/api",
    query: {},
    body: WirePairing,
    key: "never",
    answer: { layout: "obj", resource: WireKey },
  },
  watchEvents: {
    summary: "Follow events: a snapshot of everything, then every change as it happens",
    source: "G60",
    method: "GET",
    path: "/eventstream/clip/v2",
    query: {},
    answer: "event-stream",
  },
  getPicture: {
    summary: "Get the picture of a picture scene",
    source: "G22",
    method: "GET",
    path: "/pictures/:id",
    query: {},
    answer: "picture",
  },
  getOpenApi: {
    summary: "Get this interface as an OpenAPI document",
    source: "G75",
    method: "GET",
    path: "/openapi.json",
    query: {},
    answer: "openapi",
  },
  getHealth: {
    summary: "Check whether the gateway is alive",
    source: "G83",
    method: "GET",
    path: "/healthz",
    query: {},
    key: "never",
    answer: "nothing",
  },
  getReadiness: {
    summary: "Check whether the gateway is ready: it can store changes and reach its devices, and its ports are open",
    source: "G83",
    method: "GET",
    path: "/readyz",
    query: {},
    key: "never",
    answer: "nothing",
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

type NameOf<Kind> = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends Kind ? Name : never;
}[OperationName];
type ReadBy<Layout extends DataLayout> = NameOf<{ readonly method: "GET"; readonly answer: { layout: Layout } }>;

/** The operations that list resources, those that read one, and those that change one. */
export type ListName = ReadBy<"arr" | "arr+len">;
export type OneName = ReadBy<"obj" | "obj+arr">;
export type WriteName = NameOf<{ readonly method: "PUT" }>;
/** All that answer with what there is, once. */
export type ReadName = ListName | OneName | "getPicture" | "getOpenApi";
