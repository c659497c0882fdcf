import { type Static, type TProperties, Type } from "typebox";
import { ChartCoordinate, ChartPoint, described, expecting, Flag, oneOf, Rgb } from "./values.ts";

const whole = (minimum: number, maximum: number) => `a whole number from ${minimum} to ${maximum}`;

/** A command without any of the fields is refused (G52). */
const anyOfThese = (fields: TProperties) => ({ anyOf: Object.keys(fields).map((field) => ({ required: [field] })) });

const Switch = expecting(Type.Union([Type.Boolean(), Flag]), "true, false, 1 or 0");

/** 0 stands for 1, as dim as it goes: sliders of usual clients send it for their faintest steps (G53). */
const CommandBrightness = Type.Integer({
  minimum: 0,
  maximum: 100,
  expected: whole(0, 100),
  description: "Brightness in percent, 0 to 100; 0 counts as 1, the dimmest",
});

/** Beyond the range of whites the nearest one counts: clients work whites out of colours, and get any whole number (G52). */
const CommandWhite = Type.Integer({
  expected: "a whole number of kelvin",
  description: "Cool/warm white in kelvin, 2000 to 6500; other values are clamped to this range",
});

const CommandCoordinate = expecting(ChartCoordinate, whole(0, 65535));

/** More segments than any lamp has; how many a given lamp has is checked later. */
const MOST_SEGMENTS = 64;

const LIGHT_FIELDS = {
  on: Type.Optional(described(Switch, "1 or true: turn on; 0 or false: turn off")),
  brightness: Type.Optional(
    described(
      CommandBrightness,
      "Brightness in percent, 0 to 100; 0 counts as 1, the dimmest. Without `on`, the lights of a `group_light` that are on are dimmed to this mean and keep their ratios",
    ),
  ),
  color_cw: Type.Optional(CommandWhite),
  color_x: Type.Optional(described(CommandCoordinate, "X on the XY colour chart; requires `color_y`")),
  color_y: Type.Optional(described(CommandCoordinate, "Y on the XY colour chart; requires `color_x`")),
  color_arr: Type.Optional(
    Type.Array(ChartPoint, {
      minItems: 1,
      maxItems: MOST_SEGMENTS,
      expected: `at least one colour {"x", "y"}, each ${whole(0, 65535)}`,
      description:
        "A colour for each segment, at most as many as the lamp has; takes precedence over a single colour and white",
    }),
  ),
  color_rgb: Type.Optional(
    described(
      expecting(Rgb, whole(0, 0xffffff)),
      "A colour as 0xRRGGBB; takes precedence over white and does not change the brightness",
    ),
  ),
  color_rgb_arr: Type.Optional(
    Type.Array(Rgb, {
      minItems: 1,
      maxItems: MOST_SEGMENTS,
      expected: `at least one colour, each ${whole(0, 0xffffff)}`,
      description: "A colour for each segment as 0xRRGGBB; `color_arr` takes precedence",
    }),
  ),
};

/** A command to a light: the fields that are there are to change, the others stay (G52). */
export const WireLightCommand = Type.Object(LIGHT_FIELDS, {
  ...anyOfThese(LIGHT_FIELDS),
  dependentRequired: { color_x: ["color_y"], color_y: ["color_x"] },
  description: "The fields of a light to change, at least one",
});
export type WireLightCommand = Static<typeof WireLightCommand>;

/** A command to a scene: its room takes it on. What ends a scene is another state of its lights (G87). */
export const WireSceneCommand = Type.Object(
  {
    is_active: expecting(
      Type.Union([Type.Literal(true), oneOf(1)], { description: "1: activate the scene" }),
      "1 (a scene ends when its lights change)",
    ),
  },
  { description: "Activates a scene" },
);
export type WireSceneCommand = Static<typeof WireSceneCommand>;

const CommandPosition = Type.Integer({ minimum: -65535, maximum: 65535, description: "Meaning unknown" });

/** A colour of a configuration in a command: positions may be left out. */
export const WireSyncColourCommand = Type.Object(
  {
    ...ChartPoint.properties,
    position_x: Type.Optional(CommandPosition),
    position_y: Type.Optional(CommandPosition),
  },
  { description: "A colour for a sync box; positions are optional" },
);

const CommandColours = Type.Array(WireSyncColourCommand, {
  minItems: 1,
  maxItems: 5,
  expected: `1 to 5 colours {"x", "y"}, each ${whole(0, 65535)}`,
});

const choice = <const Values extends readonly number[]>(...values: Values) =>
  Type.Unsafe<Values[number]>({ ...oneOf(...values), expected: `one of ${values.join(", ")}` });

const SYNC_FIELDS = {
  on: Type.Optional(described(Switch, "1 or true: turn on; 0 or false: turn off")),
  brightness: Type.Optional(CommandBrightness),
  source: Type.Optional(described(choice(0, 1), "0 HDMI 1, 1 HDMI 2")),
  mode: Type.Optional(described(choice(0, 1, 2), "0 video, 1 music, 2 game")),
  frequency: Type.Optional(described(choice(0, 1, 2, 3), "Intensity: 0 low, 1 medium, 2 high, 3 highest")),
  stop_action: Type.Optional(
    described(choice(0, 2), "What its lights do when it stops: 0 stay as they are, 2 turn off"),
  ),
  color_config: Type.Optional(described(choice(1, 2, 3, 4), "Which of the four configurations is selected")),
  color_config_1: Type.Optional(described(CommandColours, "The colours of configuration 1")),
  color_config_2: Type.Optional(described(CommandColours, "The colours of configuration 2")),
  color_config_3: Type.Optional(described(CommandColours, "The colours of configuration 3")),
  color_config_4: Type.Optional(described(CommandColours, "The colours of configuration 4")),
};

/** A command to a sync box; `stop_action` is our addition (G54). */
export const WireSyncCommand = Type.Object(SYNC_FIELDS, {
  ...anyOfThese(SYNC_FIELDS),
  description: "The fields of a sync box to change, at least one",
});
export type WireSyncCommand = Static<typeof WireSyncCommand>;

/** Something that a screen can show: no space, no control character, no mark that is not seen by itself (G47). */
const VISIBLE = `[^${[
  "\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f",
  "\\u2028-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8",
].join("")}]`;

/** How a client asks for a key. */
export const WirePairing = Type.Object(
  {
    device_type: Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: VISIBLE,
      expected: 'a name such as "vendor#application"',
      description: "Name of the client, as `<vendor>#<application>`; the operator sees it in the list of keys",
    }),
  },
  { description: "A request for a key" },
);

/** What a client gets that paired. */
export const WireKey = Type.Object(
  {
    username: Type.String({
      pattern: "^[0-9A-Za-z_-]{43}$",
      description: "The client's key, for the header `application-key`; the gateway sends it only this once",
    }),
  },
  { description: "The key of a client that has paired" },
);
