import type { Home } from "../../../home/home.ts";
import { type Placed, wellFormed } from "../../../home-file/entries.ts";
import type { Misfit } from "../../../home-file/structure.ts";
import type { DeviceWords } from "./device-words.ts";
import { COMPANIONS, DEEDS, type Deed, MILLIS_WORDS, StepEntry } from "./schema.ts";
import { unfitForDevice } from "./unfit-for-device.ts";

/** Where a script is to be played. */
interface Stage {
  readonly home: Home;
  readonly devices: DeviceWords;
}

/** What is well formed in a script but cannot be, found as it is asked for. */
export function* contradictionsIn(file: unknown, stage: Stage): Generator<Misfit> {
  const steps: readonly unknown[] = Array.isArray(file) ? file : [];
  for (const [index, entry] of steps.entries()) yield* inStep({ path: [index], entry }, stage);
}

function inStep(step: Placed<unknown>, stage: Stage): readonly Misfit[] {
  const { path, entry: written } = step;
  if (typeof written !== "object" || written === null || Array.isArray(written)) return [];
  const keys = Object.keys(written);
  const [deed, ...more] = DEEDS.filter((key) => keys.includes(key));
  if (!deed) return [{ path, atKey: false, message: `expected what happens: one of ${DEEDS.join(", ")}` }];
  if (more.length > 0) return more.map((other) => atKey(step, other, `expected a step of its own, apart from ${deed}`));
  const { entry } = wellFormed<StepEntry>(StepEntry)(step);
  return [
    ...strangeCompanions(step, deed, keys),
    ...missingCompanions(step, deed, keys),
    ...wrongDevice({ path, entry }, deed, stage),
    ...reversedRange({ path, entry }),
  ];
}

const ALL_COMPANIONS = [...new Set(Object.values(COMPANIONS).flat())];

function strangeCompanions(step: Placed<unknown>, deed: Deed, keys: readonly string[]): readonly Misfit[] {
  const fitting: readonly string[] = COMPANIONS[deed];
  const taken = fitting.length === 0 ? "nothing" : fitting.join(", ");
  return ALL_COMPANIONS.filter((key) => keys.includes(key) && !fitting.includes(key)).map((key) =>
    atKey(step, key, `not with ${deed}, which takes ${taken}`),
  );
}

function missingCompanions({ path }: Placed<unknown>, deed: Deed, keys: readonly string[]): readonly Misfit[] {
  const fitting: readonly string[] = COMPANIONS[deed];
  if (fitting.some((key) => keys.includes(key))) return [];
  if (deed === "set") return [{ path, atKey: false, message: `set: expected one at least of ${fitting.join(", ")}` }];
  if (deed !== "latency" && deed !== "report_late") return [];
  const message = `"millis" is missing; expected ${MILLIS_WORDS}`;
  return [{ path: [...path, "millis"], atKey: false, message }];
}

function wrongDevice(
  { path, entry }: Placed<Partial<StepEntry>>,
  deed: Deed,
  { home, devices }: Stage,
): readonly Misfit[] {
  const words = entry[deed];
  const isEvery = words === "all" && (deed === "latency" || deed === "report_late");
  if (typeof words !== "string" || isEvery) return [];
  const device = devices.meant(words);
  if ("expected" in device) {
    return [{ path: [...path, deed], atKey: false, message: `${deed}: expected ${device.expected}` }];
  }
  return deed === "set" || deed === "switch" ? unfitForDevice({ path, entry }, { deed, device, home }) : [];
}

function reversedRange({ path, entry }: Placed<Partial<StepEntry>>): readonly Misfit[] {
  const [from = 0, to = 0] = (entry.random?.latency ?? "").split("..").map(Number);
  if (from <= to) return [];
  const message = "latency: expected the shorter time before the longer one, such as 20..400";
  return [{ path: [...path, "random", "latency"], atKey: false, message }];
}

const atKey = ({ path }: Placed<unknown>, key: string, message: string): Misfit => ({
  path: [...path, key],
  atKey: true,
  message: `${key}: ${message}`,
});
