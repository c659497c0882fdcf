interface FieldType {
  readonly is: (value: unknown) => boolean;
  /** Values that a field of this type can have. */
  readonly right: readonly unknown[];
  /** Values that it can not. */
  readonly wrong: readonly unknown[];
}

export const A_UUID = "3F2504E0-4F89-41D3-9A0C-0305E82C3301";

const isUuid = matching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
const isString = (value: unknown): value is string => typeof value === "string";
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const NO_TEXT = [1, true, null, [], {}];
const NO_ARRAY = [1, "[]", true, null, {}];
const A_POINT = { x: 39911, y: 24379, position_x: 0, position_y: 0 };

/** The types that the document's tables name, each with values on either side of its border. */
export const FIELD_TYPES = {
  integer: { is: Number.isInteger, right: [0, 1], wrong: ["1", 1.5, true, null, [], {}] },
  boolean: { is: (value) => typeof value === "boolean", right: [true, false], wrong: [0, 1, "true", null, [], {}] },
  string: { is: isString, right: ["", "any text"], wrong: NO_TEXT },
  UUID: {
    is: isUuid,
    right: [A_UUID],
    wrong: [...NO_TEXT, "", "kitchen", `${A_UUID}0`, A_UUID.slice(1), A_UUID.replaceAll("-", "")],
  },
  "UUID or empty string": {
    is: (value) => value === "" || isUuid(value),
    right: [A_UUID, ""],
    wrong: [...NO_TEXT, "kitchen"],
  },
  "MAC address": {
    is: matching(/^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/),
    right: ["02:00:00:AB:CD:EF"],
    wrong: [
      ...NO_TEXT,
      "",
      "ab:00:00:00:00:00",
      "02:00:00:00:00:ef",
      "020000ABCDEF",
      "02-00-00-AB-CD-EF",
      "02:00:00:AB:CD",
    ],
  },
  "IP address": {
    is: matching(/^(\d{1,3}\.){3}\d{1,3}$/),
    right: ["127.0.0.1", "192.168.1.20"],
    wrong: [...NO_TEXT, "", "gateway.local"],
  },
  object: { is: isObject, right: [], wrong: [1, "{}", true, null, []] },
  "array of integer": {
    is: arrayOf(Number.isInteger),
    right: [[], [1], [1, 2, 3]],
    wrong: [...NO_ARRAY, ["1"], [1.5], [null]],
  },
  "array of string": { is: arrayOf(isString), right: [[], [""], ["a", "b"]], wrong: [...NO_ARRAY, [1], [null]] },
  "array of ResInfo": {
    is: arrayOf(objectOf({ rid: isUuid, rtype: isString })),
    right: [[], [{ rid: A_UUID, rtype: "device" }]],
    wrong: [...NO_ARRAY, [{}], ["device"], [{ rid: A_UUID }], [{ rtype: "device" }], [{ rid: 1, rtype: "device" }]],
  },
  "array of {x: integer, y: integer}": {
    is: arrayOf(objectOf({ x: Number.isInteger, y: Number.isInteger })),
    right: [[], [A_POINT], [A_POINT, A_POINT]],
    wrong: [...NO_ARRAY, [{}], [1], [{ ...A_POINT, x: 0.6 }], [{ ...A_POINT, y: "1" }], [{ ...A_POINT, x: undefined }]],
  },
} as const satisfies Record<string, FieldType>;

function matching(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === "string" && pattern.test(value);
}

function arrayOf(isItem: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(isItem);
}

function objectOf(fields: Readonly<Record<string, (value: unknown) => boolean>>): (value: unknown) => boolean {
  return (value) =>
    isObject(value) && Object.entries(fields).every(([name, is]) => is((value as Record<string, unknown>)[name]));
}
