import { type TSchema, Type } from "typebox";

/** What commands are given; each description completes the sentence "expected …". */
export const given = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, {
    additionalProperties: false,
    description: Object.keys(properties).join(", ") || "nothing",
  });

/** More than any name has, and little enough to be searched for. */
const MAX_WORDS = 512;

const words = (description: string) => Type.String({ maxLength: MAX_WORDS, description });

export const DeviceWords = words("a device's name, Room/Name, serial number or id");
export const DeviceOrRoomWords = words("a device's name, Room/Name, serial number or id, a room's name or id, or all");
export const RoomWords = words("a room's name or id");
export const SceneWords = words("a scene's name, Room/Scene or id");
export const KeyWords = words("a key's id, the beginning of its id, or its client's name");
export const SessionWords = words("a session's id, or the beginning of its id");
export const CodeWords = words("the code that the browser shows, such as KTQM-XBHP");
export const NameWords = words("a name of 1 to 128 characters");
export const Words = words("a word");

/** Whether to answer only once the devices have done it, or have not in time. */
export const Wait = Type.Optional(Type.Boolean({ description: "true or false" }));

/** If true, nothing is done: the answer is what would be removed, or why there is no such thing. */
export const CheckOnly = Type.Optional(Type.Boolean({ description: "true or false" }));

export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
