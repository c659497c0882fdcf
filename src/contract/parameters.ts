import { Type } from "typebox";
import { OPERATIONS, type OperationName, type ParameterKind } from "./operations.ts";
import { Flag, Uuid } from "./values.ts";

type ParameterName = { [Name in OperationName]: keyof (typeof OPERATIONS)[Name]["query"] }[OperationName];

/** What each kind of query parameter holds; several values are separated by commas (G12). */
export const PARAMETER_SCHEMAS = {
  categories: Type.Array(Type.Integer()),
  flags: Type.Array(Flag),
  switch: Flag,
  uuid: Uuid,
  texts: Type.Array(Type.String()),
} as const satisfies Record<ParameterKind, object>;

/** What each query parameter is for. */
const MEANINGS: Readonly<Record<ParameterName, string>> = {
  cat1_id: "Only devices of these top categories: 1 gateway, 2 light, 3 sync box, 4 accessory",
  cat1_id_not: "No devices of these top categories",
  join_status: "Only devices whose `join_status` is one of these: 1 added by the user, 0 not",
  room_uuid: "Only what is in this room",
  sn: "Only devices with these serial numbers",
  ext_light: "1 adds the field `ext_light`: the lights, whole",
  ext_room: "1 adds the field `ext_room`: the room",
  ext_zigbee: "1 adds the field `ext_zigbee`: the place in the Zigbee network",
  ext_device: "1 adds the field `ext_device`: the devices, whole",
  include_all_room: "1 lists the whole-house room too",
  include_no_room: "1 lists the unassigned room too",
};

/** The query parameters of an operation, each with its kind and what it is for. */
export const parametersOf = (
  name: OperationName,
): readonly { readonly name: string; readonly kind: ParameterKind; readonly meaning: string }[] =>
  Object.entries<ParameterKind>(OPERATIONS[name].query).map(([parameter, kind]) => ({
    name: parameter,
    kind,
    meaning: MEANINGS[parameter as ParameterName],
  }));
