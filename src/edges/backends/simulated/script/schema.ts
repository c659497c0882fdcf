import { type Static, Type } from "typebox";
import { ColourWords, expecting, PercentWords, strict, YesOrNo } from "../../../home-file/schema.ts";

const DeviceWords = Type.String({ minLength: 1, description: "the name or the serial number of a device" });
const DeviceOrAll = Type.String({ minLength: 1, description: "the name or the serial number of a device, or all" });
const Percent = Type.Union(
  [Type.Number({ minimum: 0, maximum: 100 }), Type.String({ pattern: "^(100|[0-9]{1,2}(\\.[0-9]+)?)\\s?%$" })],
  expecting("a percentage from 0% to 100%"),
);

export const MILLIS_WORDS = "whole milliseconds from 0 to 600000";

const RandomWords = Type.Object(
  {
    seed: Type.Integer({ minimum: 0, maximum: 4_294_967_295, description: "a whole number from 0 to 4294967295" }),
    lose: Type.Optional(Percent),
    drop: Type.Optional(Percent),
    latency: Type.Optional(
      Type.String({ pattern: "^[0-9]{1,5}\\.\\.[0-9]{1,5}$", description: "milliseconds from..to, such as 20..400" }),
    ),
  },
  strict("random faults such as {seed: 7, lose: 10, drop: 2, latency: 20..400}"),
);

/** One step in a person's words: a time, what happens, and what belongs to that. */
export const StepEntry = Type.Object(
  {
    at: Type.String({
      pattern: "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$",
      description: 'a time of day in quotes, such as "06:30" or "06:30:15"',
    }),
    switch: Type.Optional(DeviceWords),
    to: Type.Optional(Type.Enum(["on", "off", "toggle"], expecting("on, off or toggle"))),
    offline: Type.Optional(DeviceWords),
    online: Type.Optional(DeviceWords),
    lose_next: Type.Optional(DeviceWords),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: "a number from 1 to 1000000" })),
    latency: Type.Optional(DeviceOrAll),
    report_late: Type.Optional(DeviceOrAll),
    millis: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000, description: MILLIS_WORDS })),
    set: Type.Optional(DeviceWords),
    on: Type.Optional(YesOrNo),
    brightness: Type.Optional(PercentWords),
    colour: Type.Optional(ColourWords),
    random: Type.Optional(RandomWords),
    calm: Type.Optional(Type.Literal(true, expecting("true"))),
  },
  strict("a step with a time and an action"),
);
export type StepEntry = Static<typeof StepEntry>;

/** What may stand beside each thing that can happen. */
export const ACTION_PARAMETERS = {
  switch: ["to"],
  offline: [],
  online: [],
  lose_next: ["count"],
  latency: ["millis"],
  report_late: ["millis"],
  set: ["on", "brightness", "colour"],
  random: [],
  calm: [],
} as const satisfies Partial<Record<keyof StepEntry, readonly (keyof StepEntry)[]>>;

export type StepAction = keyof typeof ACTION_PARAMETERS;

export const STEP_ACTIONS = Object.keys(ACTION_PARAMETERS) as readonly StepAction[];

/** A script in a person's words. */
export const ScriptFile = Type.Array(StepEntry, { minItems: 1, description: "a list of at least one step" });
