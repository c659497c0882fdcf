import type { Lamp, Numeric } from "../../src/backends/zigbee2mqtt/models/capabilities.ts";
import { attainable, commandPayload } from "../../src/backends/zigbee2mqtt/models/command-payload.ts";
import { parseLightState } from "../../src/backends/zigbee2mqtt/models/light-state.ts";
import { distanceFromWish } from "../../src/home/comes-to.ts";
import type { LightState } from "../../src/home/light.ts";
import { ZigbeeLamp } from "./zigbee-lamp.ts";
import type { ZigbeeModel } from "./zigbee-models.ts";

type Wish = Partial<LightState>;

const memory = { mode: "memory", on: "memory", brightness: "memory", colour: "memory" } as const;

/** Some of everything that a lamp can be wished. */
export const WISHES: readonly Wish[] = [
  { on: true },
  { on: false },
  { brightnessPercent: 1 },
  { brightnessPercent: 100 },
  { on: true, brightnessPercent: 50 },
  { colour: { mode: "white", kelvin: 2200 } },
  { colour: { mode: "white", kelvin: 6500 } },
  { colour: { mode: "xy", point: { x: 0.64, y: 0.33 } } },
  { colour: { mode: "xy", point: { x: 0.2, y: 0.15 } } },
  { colour: { mode: "hueSaturation", hueDegrees: 120, saturationPercent: 80 } },
  { on: true, brightnessPercent: 30, colour: { mode: "xy", point: { x: 0.4, y: 0.45 } } },
  {
    colour: {
      mode: "segments",
      points: [
        { x: 0.64, y: 0.33 },
        { x: 0.3, y: 0.6 },
        { x: 0.15, y: 0.06 },
      ],
    },
  },
  { powerOn: memory },
];

/** What came of a wish. */
export interface Trial {
  /** Whether it was told to the radio. */
  readonly hasReached: boolean;
  readonly turnedOn: boolean;
  readonly refused: readonly string[];
  /** Whether Zigbee2MQTT says that it is done before the lamp does. */
  readonly isSaidAtOnce: boolean;
  /** What the lamp then says otherwise than was to be expected. */
  readonly amiss: readonly string[];
}

/** Wishes something of a lamp behind the converters of its model, and reads what is then said of it. */
export async function tried(
  { model, lamp }: { readonly model: ZigbeeModel; readonly lamp: Lamp },
  wish: Wish,
  shown: { readonly on: boolean },
): Promise<Trial | undefined> {
  const payload = commandPayload(lamp, wish, shown);
  if (!payload) return undefined;
  const message = JSON.parse(JSON.stringify(payload));
  const { said, commands, refused } = await new ZigbeeLamp(model.definition, before(lamp, shown)).set(message);
  // What Zigbee2MQTT does not say at once the lamp says later: what it was told.
  const atOnce = withoutNulls(JSON.parse(JSON.stringify(said)));
  const isOn = wish.on ?? shown.on;
  const { state } = parseLightState(lamp, { ...withoutNulls(payload), ...atOnce }, isOn);
  const expected = attainable(lamp, wish);
  const turnsOn = commands.some((words) => words === "genOnOff on" || words.endsWith("WithOnOff"));
  return {
    hasReached: commands.length > 0,
    turnedOn: turnsOn || state.on === true,
    refused,
    isSaidAtOnce: differences(expected, parseLightState(lamp, atOnce, isOn).state).length === 0,
    amiss: shown.on || wish.on ? [...differences(expected, state), ...differences(inReach(lamp, wish), state)] : [],
  };
}

/** What of a wish a lamp can do just as it was wished. */
function inReach(lamp: Lamp, { on, brightnessPercent, colour }: Wish): Wish {
  const { brightness, colourTemperature: white, gradient } = lamp;
  const isOutOfRange = white && colour?.mode === "white" && !isWithin(1e6 / colour.kelvin, white);
  const isOutOfReach = (!white && !lamp.colour) || (white && !lamp.colour && colour?.mode !== "white");
  const isLost = isOutOfRange || isOutOfReach || (colour?.mode === "segments" && !gradient);
  return {
    ...(on === undefined ? {} : { on }),
    ...(brightness && brightnessPercent !== undefined ? { brightnessPercent } : {}),
    ...(colour && !isLost ? { colour } : {}),
  };
}

const isWithin = (value: number, { minimum, maximum }: Numeric): boolean =>
  value >= minimum - 1 && value <= maximum + 1;

function differences(expected: Wish, state: Wish): readonly string[] {
  const said = new Map<string, unknown>(Object.entries(state));
  return Object.entries(expected)
    .filter(([key, value]) => distanceFromWish(key, value, said.get(key)) > 1)
    .map(([key, value]) => `${JSON.stringify(value)} became ${JSON.stringify(said.get(key))}`);
}

/** As a lamp was that has been used. */
const before = (lamp: Lamp, { on }: { readonly on: boolean }): Readonly<Record<string, unknown>> => ({
  state: on ? "ON" : "OFF",
  [lamp.state.property]: on ? "ON" : "OFF",
  brightness: 100,
  [lamp.brightness?.property ?? "brightness"]: 100,
  color_temp: 300,
  color_mode: "color_temp",
  color: { x: 0.3, y: 0.3, hue: 20, saturation: 20, h: 20, s: 20 },
});

const withoutNulls = (values: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
