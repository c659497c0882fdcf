import type { LightState } from "../../../home/light.ts";
import { isObject, type JsonObject } from "../json-values.ts";
import type { Lamp } from "./capabilities.ts";
import { parseColour } from "./light-colour.ts";
import { powerOnFrom } from "./power-on.ts";
import { percentFromLevel } from "./scales.ts";
import { isAbsent, invalid, numberAt, type Reading } from "./told-values.ts";

/** What a state says of a lamp, and what of it made no sense. */
export interface ParsedLightState {
  readonly state: Partial<LightState>;
  readonly problems: readonly string[];
}

/** Reads what a device said. Of a lamp that is off only that counts: its other values are what it was or will be. */
export function parseLightState(lamp: Lamp, told: JsonObject, wasOn: boolean): ParsedLightState {
  const on = onTold(lamp.state, told);
  const powerOn = powerOnTold(lamp, told);
  const isOn = on.value ?? wasOn;
  const brightness = isOn ? brightnessTold(lamp, told) : {};
  const colour = isOn ? parseColour(lamp, told) : {};
  return {
    state: {
      ...(on.value === undefined ? {} : { on: on.value }),
      ...(brightness.value === undefined ? {} : { brightnessPercent: brightness.value }),
      ...(colour.value === undefined ? {} : { colour: colour.value }),
      ...(powerOn.value === undefined ? {} : { powerOn: powerOn.value }),
    },
    problems: [on, brightness, colour, powerOn].flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
  };
}

const ON_WORDS = ["on", "true", "1"];
const OFF_WORDS = ["off", "false", "0"];

function onTold({ property, on, off }: Lamp["state"], told: JsonObject): Reading<boolean> {
  const said = told[property];
  if (isAbsent(said)) return {};
  if (isObject(said) || Array.isArray(said)) return invalid(property, said);
  const word = wordOf(said);
  if (word === wordOf(on)) return { value: true };
  if (word === wordOf(off)) return { value: false };
  if (ON_WORDS.includes(word)) return { value: true };
  return OFF_WORDS.includes(word) ? { value: false } : invalid(property, said);
}

const wordOf = (value: unknown): string => String(value).toLowerCase();

function brightnessTold({ brightness }: Lamp, told: JsonObject): Reading<number> {
  if (!brightness) return {};
  const { value, ...rest } = numberAt(told, brightness.property);
  return value === undefined ? rest : { value: percentFromLevel(value, brightness) };
}

function powerOnTold({ powerOn }: Lamp, told: JsonObject): Reading<LightState["powerOn"]> {
  if (!powerOn) return {};
  const said = told[powerOn.property];
  if (isAbsent(said)) return {};
  if (typeof said !== "string") return invalid(powerOn.property, said);
  const value = powerOnFrom(powerOn.words, said);
  return value === undefined ? {} : { value };
}
