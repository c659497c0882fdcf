import { OPERATIONS, type OperationName, type ParameterKind } from "./operations.ts";
import { UUID_DIGITS } from "./values.ts";

type ParameterName = { [Name in OperationName]: keyof (typeof OPERATIONS)[Name]["query"] }[OperationName];

/** Spaces around a value and items that are empty do not matter (G11, G12). */
const SPACE = "[ \\t\\r\\n]";
const WHOLE_NUMBER = "-?[0-9]+";
const WORD = "[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]";

/** Items of a kind with commas between them. Each text is matched in one way only, so that no text takes long. */
const separated = (item: string): string => {
  const perhapsOne = `${SPACE}*(?:(?:${item})${SPACE}*)?`;
  return `^${perhapsOne}(?:,${perhapsOne})*$`;
};

/** How the text of a parameter is to be: whatever fits is taken, and what does not is malformed. */
interface ParameterForm {
  readonly pattern: string;
  /** Completes the sentence "expected …" for a client that sent something else. */
  readonly expected: string;
}

const SETTINGS = { pattern: separated(`${WHOLE_NUMBER}|${WORD}`), expected: "1 or 0" };

/** What each kind of query parameter takes (G10 to G14): the gateway reads and OpenAPI tells the same. */
export const PARAMETER_FORMS: Readonly<Record<ParameterKind, ParameterForm>> = {
  categories: { pattern: separated(WHOLE_NUMBER), expected: "whole numbers separated by commas" },
  flags: SETTINGS,
  switch: SETTINGS,
  uuid: { pattern: `^[ \\t\\r\\n,]*(?:${UUID_DIGITS}[ \\t\\r\\n,]*)?$`, expected: "one UUID" },
  texts: { pattern: "", expected: "texts separated by commas" },
};

/** What each query parameter is for. */
const MEANINGS: Readonly<Record<ParameterName, string>> = {
  cat1_id: "Only devices of these top categories: 1 gateway, 2 light, 3 sync box, 4 accessory",
  cat1_id_not: "No devices of these top categories",
  join_status: "Only devices whose `join_status` is one of these: 1 added by the user, 0 not",
  room_uuid: "Only resources in this room",
  sn: "Only devices with these serial numbers",
  ext_light: "1 adds the field `ext_light`: the lights with all fields",
  ext_room: "1 adds the field `ext_room`: the room",
  ext_zigbee: "1 adds the field `ext_zigbee`: the Zigbee network information",
  ext_device: "1 adds the field `ext_device`: the devices with all fields",
  include_all_room: "1 also lists the whole-house room",
  include_no_room: "1 also lists the unassigned room",
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
