import { type Static, Type } from "typebox";
import { ChartCoordinate, ChartPoint, Flag, Kelvin, oneOf, Rgb } from "./values.ts";

const whole = (minimum: number, maximum: number) => `a whole number from ${minimum} to ${maximum}`;

const Switch = Type.Union([Type.Boolean(), Flag], { description: "true, false, 1 or 0" });

/** 0 stands for 1, as dim as it goes: sliders of usual clients send it for their faintest steps (G53). */
const WishedBrightness = Type.Integer({ minimum: 0, maximum: 100, description: whole(1, 100) });

const WishedCoordinate = Type.Integer({ ...ChartCoordinate, description: whole(0, 65535) });

/** More than any lamp has; how many one has is looked at later. */
const MOST_SEGMENTS = 64;

/** What is wished of a light; each field that is there is a wish (G52). */
export const WireLightWish = Type.Object({
  on: Type.Optional(Switch),
  brightness: Type.Optional(WishedBrightness),
  color_cw: Type.Optional(Type.Integer({ ...Kelvin, description: whole(2000, 6500) })),
  color_x: Type.Optional(WishedCoordinate),
  color_y: Type.Optional(WishedCoordinate),
  color_arr: Type.Optional(
    Type.Array(ChartPoint, {
      minItems: 1,
      maxItems: MOST_SEGMENTS,
      description: `at least one colour {"x", "y"}, each ${whole(0, 65535)}`,
    }),
  ),
  color_rgb: Type.Optional(Type.Integer({ ...Rgb, description: whole(0, 0xffffff) })),
  color_rgb_arr: Type.Optional(
    Type.Array(Rgb, {
      minItems: 1,
      maxItems: MOST_SEGMENTS,
      description: `at least one colour, each ${whole(0, 0xffffff)}`,
    }),
  ),
});
export type WireLightWish = Static<typeof WireLightWish>;

/** A configuration in a wish: positions may be left out. */
const WishedColours = Type.Array(
  Type.Object({
    x: ChartCoordinate,
    y: ChartCoordinate,
    position_x: Type.Optional(Type.Integer({ minimum: -65535, maximum: 65535 })),
    position_y: Type.Optional(Type.Integer({ minimum: -65535, maximum: 65535 })),
  }),
  { minItems: 1, maxItems: 5, description: `1 to 5 colours {"x", "y"}, each ${whole(0, 65535)}` },
);

const choice = <const Values extends readonly number[]>(...values: Values) =>
  Type.Unsafe<Values[number]>({ ...oneOf(...values), description: `one of ${values.join(", ")}` });

/** What is wished of a sync box; `stop_action` is our addition (G54). */
export const WireSyncWish = Type.Object({
  on: Type.Optional(Switch),
  brightness: Type.Optional(WishedBrightness),
  source: Type.Optional(choice(0, 1)),
  mode: Type.Optional(choice(0, 1, 2)),
  frequency: Type.Optional(choice(0, 1, 2, 3)),
  stop_action: Type.Optional(choice(0, 2)),
  color_config: Type.Optional(choice(1, 2, 3, 4)),
  color_config_1: Type.Optional(WishedColours),
  color_config_2: Type.Optional(WishedColours),
  color_config_3: Type.Optional(WishedColours),
  color_config_4: Type.Optional(WishedColours),
});
export type WireSyncWish = Static<typeof WireSyncWish>;

/** How a client asks for a key: `<vendor>#<application>`. */
export const WirePairing = Type.Object({
  device_type: Type.String({ minLength: 1, maxLength: 128, description: 'a name such as "vendor#application"' }),
});

/** What it gets. */
export const WireKey = Type.Object({ username: Type.String({ pattern: "^[0-9A-Za-z_-]{43}$" }) });
