import { type Static, Type } from "typebox";
import { PRODUCT_NAMES } from "../../core/home/model/catalogue.ts";
import { ROOM_TYPES } from "../../core/home/model/room-type.ts";
import { COLOUR_NAMES } from "./colour-names.ts";
import { HEX_PATTERN, WHITE_PATTERN } from "./colour-patterns.ts";

/** Each description completes the sentence "expected …". */
export const expecting = (description: string) => ({ description });
export const strict = (description: string) => ({ description, additionalProperties: false });

const Name = Type.String({ minLength: 1, maxLength: 128, description: "a name of 1 to 128 characters" });
export const YesOrNo = Type.Boolean(expecting("true or false"));

export const PercentWords = Type.Union(
  [Type.Integer({ minimum: 1, maximum: 100 }), Type.String({ pattern: "^([1-9][0-9]?|100)\\s?%$" })],
  expecting("a brightness from 1% to 100%, such as 40%"),
);

const Share = Type.Number({ minimum: 0, maximum: 1 });

export const ColourWords = Type.Union(
  [
    Type.Enum([...COLOUR_NAMES]),
    Type.String({ pattern: HEX_PATTERN }),
    Type.String({ pattern: WHITE_PATTERN }),
    Type.Object({ x: Share, y: Type.Number({ exclusiveMinimum: 0, maximum: 1 }) }, { additionalProperties: false }),
    Type.Object(
      { hue: Type.Number({ minimum: 0, maximum: 360 }), saturation: Type.Number({ minimum: 0, maximum: 100 }) },
      { additionalProperties: false },
    ),
  ],
  expecting(
    'a colour: "#ff8800" in quotes, a name such as red or warm white, 2700K (2000K to 6500K), {x: 0.45, y: 0.41} or {hue: 30, saturation: 100}',
  ),
);
export type ColourWords = Static<typeof ColourWords>;

const PowerOnWords = Type.Union(
  [
    Type.Enum(["default", "memory", "on", "off"]),
    Type.Object(
      {
        on: Type.Optional(Type.Boolean()),
        brightness: Type.Optional(PercentWords),
        colour: Type.Optional(ColourWords),
      },
      { additionalProperties: false, minProperties: 1 },
    ),
  ],
  expecting("default, memory, on, off, or a state such as {brightness: 40%, colour: 2700K}"),
);
export type PowerOnWords = Static<typeof PowerOnWords>;

export const DeviceEntry = Type.Object(
  {
    name: Name,
    product: Type.Enum([...PRODUCT_NAMES], expecting(`a product: ${PRODUCT_NAMES.join(", ")}`)),
    serial: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z0-9._:-]{1,64}$",
        description: "a serial number of letters, digits and . _ : -",
      }),
    ),
    admitted: Type.Optional(YesOrNo),
    online: Type.Optional(YesOrNo),
    update: Type.Optional(
      Type.String({ minLength: 1, maxLength: 32, description: 'a version in quotes, such as "2.1.0"' }),
    ),
    on: Type.Optional(YesOrNo),
    brightness: Type.Optional(PercentWords),
    colour: Type.Optional(ColourWords),
    segments: Type.Optional(
      Type.Array(ColourWords, { minItems: 1, maxItems: 64, description: "a list of 1 to 64 colours" }),
    ),
    power_on: Type.Optional(PowerOnWords),
    source: Type.Optional(Type.Enum(["hdmi1", "hdmi2"], expecting("hdmi1 or hdmi2"))),
    mode: Type.Optional(Type.Enum(["video", "music", "game"], expecting("video, music or game"))),
    intensity: Type.Optional(
      Type.Enum(["low", "medium", "high", "highest"], expecting("low, medium, high or highest")),
    ),
    when_stopped: Type.Optional(Type.Enum(["keep", "lights off"], expecting('keep or "lights off"'))),
    configuration: Type.Optional(Type.Integer({ minimum: 1, maximum: 4, description: "a configuration from 1 to 4" })),
    area: Type.Optional(Type.String(expecting("the name of a room whose lights it drives"))),
  },
  strict("a device with a name and a product"),
);
export type DeviceEntry = Static<typeof DeviceEntry>;

const SceneLampEntry = Type.Object(
  {
    name: Name,
    on: Type.Optional(YesOrNo),
    brightness: Type.Optional(PercentWords),
    colour: Type.Optional(ColourWords),
    segments: Type.Optional(
      Type.Array(ColourWords, { minItems: 1, maxItems: 64, description: "a list of 1 to 64 colours" }),
    ),
  },
  strict("a lamp of the room with its name"),
);
export type SceneLampEntry = Static<typeof SceneLampEntry>;

export const SceneEntry = Type.Object(
  {
    name: Name,
    colours: Type.Optional(
      Type.Array(ColourWords, { minItems: 1, maxItems: 5, description: "a list of 1 to 5 colours" }),
    ),
    lamps: Type.Optional(Type.Array(SceneLampEntry, expecting("a list of the room's lamps"))),
    picture: Type.Optional(
      Type.String({ minLength: 1, description: "the path of a PNG, JPEG, WebP or GIF picture, relative to this file" }),
    ),
    active: Type.Optional(YesOrNo),
  },
  strict("a scene with a name, and colours or lamps"),
);
export type SceneEntry = Static<typeof SceneEntry>;

const RoomEntry = Type.Object(
  {
    name: Name,
    // Any text, as in the interface (spec §2.5); editors offer the known ones.
    type: Type.Optional(
      Type.String({
        maxLength: 128,
        description: "a room type such as kitchen",
        examples: [...ROOM_TYPES],
      }),
    ),
    devices: Type.Optional(Type.Array(DeviceEntry, expecting("a list of devices"))),
    scenes: Type.Optional(Type.Array(SceneEntry, expecting("a list of scenes"))),
  },
  strict("a room with a name"),
);

/** A home in a person's words. */
export const HomeFile = Type.Object(
  {
    gateway: Type.Optional(Type.Object({ name: Type.Optional(Name) }, strict("the gateway's name"))),
    rooms: Type.Optional(Type.Array(RoomEntry, expecting("a list of rooms"))),
    devices: Type.Optional(Type.Array(DeviceEntry, expecting("a list of devices without a room"))),
  },
  strict("a home with rooms and devices"),
);
export type HomeFile = Static<typeof HomeFile>;
