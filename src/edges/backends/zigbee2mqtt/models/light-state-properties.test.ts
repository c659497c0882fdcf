import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../../test/support/depth.ts";
import { anyNumber, anyPoint, anyText } from "../../../../../test/support/home/arbitraries.ts";
import {
  aDefinition,
  aLightExpose,
  BRIGHTNESS,
  colourLamp,
  GRADIENT,
  gradientLamp,
  HUE,
  hueLamp,
  POWER_ON,
  STATE,
  WHITE,
  XY,
} from "../../../../../test/support/zigbee2mqtt/zigbee-exposes.ts";
import { hasFiniteNumbers } from "../../../../core/home/changes/finite-numbers.ts";
import type { LightState } from "../../../../core/home/model/light.ts";
import { distanceFromDesired } from "../../../../core/home/state-tolerance.ts";
import type { Lamp } from "./capabilities.ts";
import { attainable, commandPayload } from "./command-payload.ts";
import { parseLightState } from "./light-state.ts";
import { mergeState, NOTHING_REPORTED, reportedNow } from "./merge-state.ts";
import { parseCapabilities } from "./parse-exposes.ts";
import { pollPayloads } from "./poll-payloads.ts";

/** Anything that JSON can hold, and now and then what makes sense. */
const anyJson = fc.oneof(fc.jsonValue(), anyNumber, anyText, fc.constantFrom(null, 0, 1, "ON", "light", "toString"));

/** An expose of which any part may be anything. */
const spoilt = (feature: object) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(feature), "endpoint", "__proto__"), anyJson, fc.boolean())
    .map(([key, value, isLeftOut]) => (isLeftOut ? feature : JSON.parse(JSON.stringify({ ...feature, [key]: value }))));
const anyFeature = fc.oneof(anyJson, ...[STATE, BRIGHTNESS, WHITE, XY, HUE].map(spoilt));
const anyExpose = fc.oneof(
  anyJson,
  ...[GRADIENT, POWER_ON, BRIGHTNESS].map(spoilt),
  fc.array(anyFeature, { maxLength: 6 }).chain((features) => spoilt(aLightExpose(STATE, ...features))),
);
const anyDefinition = fc.oneof(
  anyJson,
  fc.array(anyExpose, { maxLength: 6 }).map((all) => aDefinition(...all)),
);
const anyLamp: fc.Arbitrary<Lamp> = fc
  .oneof(anyDefinition.map((definition) => parseCapabilities(definition).capabilities.lamps[0]))
  .map((lamp) => lamp ?? gradientLamp());

const WORDS = [
  "state",
  "brightness",
  "color_temp",
  "color",
  "color_mode",
  "color-x",
  "color-y",
  "gradient",
  "gradient_xy",
];
const anyColour = fc.oneof(
  fc.record({ x: anyJson, y: anyJson, hue: anyJson, s: anyJson }, { requiredKeys: [] }),
  anyPoint,
);
const anyReport = fc.dictionary(
  fc.oneof(fc.constantFrom(...WORDS), fc.string()),
  fc.oneof(
    anyJson,
    anyColour,
    fc.constantFrom("xy", "hs", "color_temp", "#ff0000", "OFF"),
    fc.array(fc.constant("#00ff00")),
  ),
);

const percent = fc.integer({ min: 1, max: 100 });
const point = fc.record({
  x: fc.double({ min: 0.01, max: 0.7, noNaN: true }),
  y: fc.double({ min: 0.05, max: 0.7, noNaN: true }),
});
const anyCommand: fc.Arbitrary<Partial<LightState>> = fc.record(
  {
    on: fc.boolean(),
    brightnessPercent: percent,
    colour: fc.oneof(
      fc.record({ mode: fc.constant("white" as const), kelvin: fc.integer({ min: 2000, max: 6500 }) }),
      fc.record({ mode: fc.constant("xy" as const), point }),
      fc.record({
        mode: fc.constant("hueSaturation" as const),
        hueDegrees: fc.integer({ min: 0, max: 360 }),
        saturationPercent: fc.integer({ min: 0, max: 100 }),
      }),
      fc.tuple(point, fc.array(point, { maxLength: 12 })).map(([first, rest]) => {
        return { mode: "segments" as const, points: [first, ...rest] as const };
      }),
    ),
  },
  { requiredKeys: [] },
);

const RUNS = { numRuns: times(3_000) };

/** Whether a state is one that the interface can say. */
function expectSensible({
  brightnessPercent = 50,
  colour = { mode: "white", kelvin: 3000 },
  ...rest
}: Partial<LightState>) {
  expect(hasFiniteNumbers([brightnessPercent, colour, rest])).toBe(true);
  expect(Number.isInteger(brightnessPercent) && brightnessPercent >= 1 && brightnessPercent <= 100).toBe(true);
  if (colour.mode === "white") expect(colour.kelvin >= 2000 && colour.kelvin <= 6500).toBe(true);
  if (colour.mode === "xy") expect(colour.point.x >= 0 && colour.point.x <= 1 && colour.point.y <= 1).toBe(true);
  if (colour.mode === "segments") expect(colour.points.length).toBeGreaterThan(0);
}

test("any definition becomes a capabilities, and its problems are sentences of a bearable length", () => {
  fc.assert(
    fc.property(anyDefinition, (definition) => {
      const { capabilities, problems } = parseCapabilities(definition);
      expect(Number.isInteger(capabilities.categoryId)).toBe(true);
      for (const words of problems) expect(words.length).toBeLessThan(200);
      for (const lamp of capabilities.lamps) pollPayloads(lamp);
      const places = capabilities.lamps.map(({ endpoint }) => endpoint);
      expect(new Set(places).size).toBe(places.length);
    }),
    RUNS,
  );
});

test("whatever is reported of any lamp, the parsed state is valid", () => {
  fc.assert(
    fc.property(anyLamp, fc.array(anyReport, { maxLength: 4 }), fc.boolean(), (lamp, messages, wasOn) => {
      let merged = NOTHING_REPORTED;
      for (const next of messages) {
        expectSensible(parseLightState(lamp, next, wasOn).state);
        merged = mergeState(merged, next, lamp);
        expectSensible(parseLightState(lamp, reportedNow(merged, next, lamp), wasOn).state);
      }
    }),
    RUNS,
  );
});

test("whatever is commanded of any lamp, the payload is within its ranges and can be parsed back", () => {
  fc.assert(
    fc.property(anyLamp, anyCommand, fc.boolean(), (lamp, command, on) => {
      const payload = commandPayload(lamp, command, { on });
      const { brightness, colour, colourTemperature } = lamp;
      for (const range of [brightness, colourTemperature]) {
        const value = range && payload?.[range.property];
        if (typeof value !== "number" || !range) continue;
        expect(value >= range.minimum && value <= range.maximum).toBe(true);
      }
      if (payload && colour && colourTemperature && colour.property !== colourTemperature.property) {
        const said = [colour, colourTemperature].filter(({ property }) => Object.hasOwn(payload, property));
        expect(said.length).toBeLessThan(2);
      }
      expectSensible(attainable(lamp, command));
    }),
    RUNS,
  );
});

test("a lamp with all abilities ends in the commanded state", () => {
  fc.assert(
    fc.property(fc.constantFrom(colourLamp(), gradientLamp(), hueLamp()), anyCommand, (lamp, command) => {
      const { on, brightnessPercent, colour } = attainable(lamp, command);
      expect(on).toBe(command.on);
      if (command.on === false) return;
      expect(brightnessPercent).toBe(command.brightnessPercent);
      if (command.colour?.mode === "white" && lamp.colourTemperature) {
        expect(distanceFromDesired("colour", command.colour, colour)).toBeLessThan(0.2);
      }
      if (command.colour?.mode === "xy" && lamp.colour?.ways[0] === "xy") {
        expect(distanceFromDesired("colour", command.colour, colour)).toBeLessThan(0.01);
      }
    }),
    RUNS,
  );
});
