import type { TObject } from "typebox";
import { WireDevice } from "./device.ts";
import type { DataLayout } from "./envelope.ts";
import { WireLight } from "./light.ts";
import { WireRoom } from "./room.ts";
import { WireScene, WireSceneFilter } from "./scene.ts";
import { WireSync } from "./sync.ts";

/** How the text of a query parameter is read; G10 to G14 say what each accepts. */
export type ParameterKind = "categories" | "flags" | "switch" | "uuid" | "texts";

export interface Operation {
  /** Where the document, or our list of its gaps, describes it. */
  readonly source: string;
  readonly method: "GET";
  /** `:id` stands for one resource's identifier. */
  readonly path: string;
  readonly query: Readonly<Record<string, ParameterKind>>;
  /** A JSON body that may give the parameters of `query` instead. */
  readonly body?: TObject;
  readonly answer: { readonly layout: DataLayout; readonly resource: TObject } | "picture";
}

const ROOT = "/clip/v2/resource";

/** Everything the gateway answers over HTTP. The router reads this table and nothing else. */
export const OPERATIONS = {
  listDevices: {
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
    source: "spec §4.2",
    method: "GET",
    path: `${ROOT}/device/:id`,
    query: { ext_light: "switch", ext_room: "switch", ext_zigbee: "switch" },
    answer: { layout: "obj", resource: WireDevice },
  },
  listLights: {
    source: "spec §4.3",
    method: "GET",
    path: `${ROOT}/light`,
    query: {},
    answer: { layout: "arr+len", resource: WireLight },
  },
  getLight: {
    source: "spec §4.4",
    method: "GET",
    path: `${ROOT}/light/:id`,
    query: {},
    answer: { layout: "obj+arr", resource: WireLight },
  },
  listSyncBoxes: {
    source: "spec §4.5",
    method: "GET",
    path: `${ROOT}/sync`,
    query: {},
    answer: { layout: "arr+len", resource: WireSync },
  },
  getSyncBox: {
    source: "spec §4.6",
    method: "GET",
    path: `${ROOT}/sync/:id`,
    query: {},
    answer: { layout: "obj+arr", resource: WireSync },
  },
  listRooms: {
    source: "spec §4.7",
    method: "GET",
    path: `${ROOT}/room`,
    query: { include_all_room: "switch", include_no_room: "switch", ext_device: "switch", ext_light: "switch" },
    answer: { layout: "arr+len", resource: WireRoom },
  },
  getRoom: {
    source: "G21",
    method: "GET",
    path: `${ROOT}/room/:id`,
    query: { ext_device: "switch", ext_light: "switch" },
    answer: { layout: "obj", resource: WireRoom },
  },
  listScenes: {
    source: "spec §4.8",
    method: "GET",
    path: `${ROOT}/scene`,
    query: { room_uuid: "uuid" },
    body: WireSceneFilter,
    answer: { layout: "arr+len", resource: WireScene },
  },
  getScene: {
    source: "G21",
    method: "GET",
    path: `${ROOT}/scene/:id`,
    query: {},
    answer: { layout: "obj+arr", resource: WireScene },
  },
  getPicture: { source: "G22", method: "GET", path: "/pictures/:id", query: {}, answer: "picture" },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

type NameByLayout<Layout extends DataLayout> = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]["answer"] extends { layout: Layout } ? Name : never;
}[OperationName];

/** The operations that list resources, and those that read one. */
export type ListName = NameByLayout<"arr" | "arr+len">;
export type OneName = NameByLayout<"obj" | "obj+arr">;
