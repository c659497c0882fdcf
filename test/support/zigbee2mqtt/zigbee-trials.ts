import type { Fade, LightState } from "../../../src/core/home/model/light.ts";
import { distanceFromDesired } from "../../../src/core/home/state-tolerance.ts";
import type { Lamp, Numeric } from "../../../src/edges/backends/zigbee2mqtt/models/capabilities.ts";
import { attainable, commandPayload } from "../../../src/edges/backends/zigbee2mqtt/models/command-payload.ts";
import { parseLightState } from "../../../src/edges/backends/zigbee2mqtt/models/light-state.ts";
import { ZigbeeLamp } from "./zigbee-lamp.ts";
import type { ZigbeeModel } from "./zigbee-models.ts";

type Command = Partial<LightState>;

const memory = { mode: "memory", on: "memory", brightness: "memory", colour: "memory" } as const;

/** Commands of every kind that a lamp can get. */
export const COMMANDS: readonly Command[] = [
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

/** The outcome of a command. */
export interface Trial {
  /** Whether anything was sent to the radio. */
  readonly hasReached: boolean;
  readonly turnedOn: boolean;
  readonly refused: readonly string[];
  /** Whether Zigbee2MQTT reports the commanded state before the lamp does. */
  readonly isReportedAtOnce: boolean;
  /** Where the reported state differs from the expected one. */
  readonly amiss: readonly string[];
}

/** Sends a command to a lamp through the converters of its model, and parses what is reported then. */
export async function tried(
  { model, lamp }: { readonly model: ZigbeeModel; readonly lamp: Lamp },
  command: Command,
  shown: { readonly on: boolean } & Fade,
): Promise<Trial | undefined> {
  const payload = commandPayload(lamp, command, shown);
  if (!payload) return undefined;
  const message = JSON.parse(JSON.stringify(payload));
  const { reported, commands, refused } = await new ZigbeeLamp(model.definition, before(lamp, shown)).set(message);
  // What Zigbee2MQTT does not report at once the lamp reports later: the commanded values.
  const atOnce = withoutNulls(JSON.parse(JSON.stringify(reported)));
  const isOn = command.on ?? shown.on;
  const { state } = parseLightState(lamp, { ...withoutNulls(payload), ...atOnce }, isOn);
  const expected = attainable(lamp, command);
  const turnsOn = commands.some((name) => name === "genOnOff on" || name.endsWith("WithOnOff"));
  return {
    hasReached: commands.length > 0,
    turnedOn: turnsOn || state.on === true,
    refused,
    isReportedAtOnce: differences(expected, parseLightState(lamp, atOnce, isOn).state).length === 0,
    amiss:
      shown.on || command.on ? [...differences(expected, state), ...differences(inReach(lamp, command), state)] : [],
  };
}

/** The part of a command that a lamp can do exactly. */
function inReach(lamp: Lamp, { on, brightnessPercent, colour }: Command): Command {
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

function differences(expected: Command, state: Command): readonly string[] {
  const reported = new Map<string, unknown>(Object.entries(state));
  return Object.entries(expected)
    .filter(([key, value]) => distanceFromDesired(key, value, reported.get(key)) > 1)
    .map(([key, value]) => `${JSON.stringify(value)} became ${JSON.stringify(reported.get(key))}`);
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
