import type { Home } from "../../../../core/home/home.ts";
import { isObject } from "../../../../shared/is-object.ts";
import { type Placed, wellFormed } from "../../../home-file/entries.ts";
import type { Violation } from "../../../home-file/schema-violations.ts";
import type { DeviceWords } from "./device-words.ts";
import { ACTION_PARAMETERS, MILLIS_WORDS, STEP_ACTIONS, type StepAction, StepEntry } from "./schema.ts";
import { unfitForDevice } from "./unfit-for-device.ts";

/** Where a script is to be played. */
interface Stage {
  readonly home: Home;
  readonly devices: DeviceWords;
}

/** What is well formed in a script and still wrong; found lazily. */
export function* semanticViolations(file: unknown, stage: Stage): Generator<Violation> {
  const steps: readonly unknown[] = Array.isArray(file) ? file : [];
  for (const [index, entry] of steps.entries()) yield* inStep({ path: [index], entry }, stage);
}

function inStep(step: Placed<unknown>, stage: Stage): readonly Violation[] {
  const { path, entry: written } = step;
  if (!isObject(written)) return [];
  const keys = Object.keys(written);
  const [action, ...more] = STEP_ACTIONS.filter((key) => keys.includes(key));
  if (!action) return [{ path, atKey: false, message: `expected an action: one of ${STEP_ACTIONS.join(", ")}` }];
  if (more.length > 0)
    return more.map((other) => atKey(step, other, `put this in a step of its own: this step already has ${action}`));
  const { entry } = wellFormed<StepEntry>(StepEntry)(step);
  return [
    ...strangeParameters(step, action, keys),
    ...missingParameters(step, action, keys),
    ...wrongDevice({ path, entry }, action, stage),
    ...reversedRange({ path, entry }),
  ];
}

const ALL_PARAMETERS = [...new Set(Object.values(ACTION_PARAMETERS).flat())];

function strangeParameters(step: Placed<unknown>, action: StepAction, keys: readonly string[]): readonly Violation[] {
  const fitting: readonly string[] = ACTION_PARAMETERS[action];
  const taken = fitting.length === 0 ? "no parameters" : fitting.join(", ");
  return ALL_PARAMETERS.filter((key) => keys.includes(key) && !fitting.includes(key)).map((key) =>
    atKey(step, key, `not supported by ${action}, which takes ${taken}`),
  );
}

function missingParameters(
  { path }: Placed<unknown>,
  action: StepAction,
  keys: readonly string[],
): readonly Violation[] {
  const fitting: readonly string[] = ACTION_PARAMETERS[action];
  if (fitting.some((key) => keys.includes(key))) return [];
  if (action === "set") return [{ path, atKey: false, message: `set: expected at least one of ${fitting.join(", ")}` }];
  if (action !== "latency" && action !== "report_late") return [];
  const message = `"millis" is missing; expected ${MILLIS_WORDS}`;
  return [{ path: [...path, "millis"], atKey: false, message }];
}

function wrongDevice(
  { path, entry }: Placed<Partial<StepEntry>>,
  action: StepAction,
  { home, devices }: Stage,
): readonly Violation[] {
  const words = entry[action];
  const isEvery = words === "all" && (action === "latency" || action === "report_late");
  if (typeof words !== "string" || isEvery) return [];
  const device = devices.meant(words);
  if ("expected" in device) {
    return [{ path: [...path, action], atKey: false, message: `${action}: expected ${device.expected}` }];
  }
  return action === "set" || action === "switch" ? unfitForDevice({ path, entry }, { action, device, home }) : [];
}

function reversedRange({ path, entry }: Placed<Partial<StepEntry>>): readonly Violation[] {
  const [from = 0, to = 0] = (entry.random?.latency ?? "").split("..").map(Number);
  if (from <= to) return [];
  const message = "latency: expected the shorter time first, such as 20..400";
  return [{ path: [...path, "random", "latency"], atKey: false, message }];
}

const atKey = ({ path }: Placed<unknown>, key: string, message: string): Violation => ({
  path: [...path, key],
  atKey: true,
  message: `${key}: ${message}`,
});
