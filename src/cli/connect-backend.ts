import type { Backend } from "../backends/backend.ts";
import type { SimulatedBackend } from "../backends/simulated/start.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Replacement } from "../home/replacement.ts";
import { isSame } from "../home/replacement.ts";

const LIGHT_STATE = ["on", "brightnessPercent", "colour", "powerOn"] as const;
const SYNC_BOX_STATE = [
  "on",
  "brightnessPercent",
  "source",
  "mode",
  "intensity",
  "stopAction",
  "selectedConfiguration",
  "configurations",
  "areaId",
] as const;

/** Hands what was asked of lights and sync boxes on to the devices, also when it is taken back. */
export function connectBackend(gateway: Gateway, backend: SimulatedBackend): void {
  gateway.watch(({ replacements, because }) => {
    if (because === "reported") return;
    backend.follow(replacements);
    for (const replacement of replacements) command(backend, replacement);
  });
}

function command(backend: Backend, replacement: Replacement): void {
  if (replacement.in === "lights" && replacement.before && replacement.after) {
    const wish = difference(replacement.before, replacement.after, LIGHT_STATE);
    if (Object.keys(wish).length > 0) backend.setLight(replacement.after, wish);
  }
  if (replacement.in === "syncBoxes" && replacement.before && replacement.after) {
    const wish = difference(replacement.before, replacement.after, SYNC_BOX_STATE);
    if (Object.keys(wish).length > 0) backend.setSyncBox(replacement.after, wish);
  }
}

/** What of a state became another. */
const difference = <State extends object, Key extends keyof State>(
  before: State,
  after: State,
  keys: readonly Key[],
): Partial<Pick<State, Key>> =>
  Object.fromEntries(keys.filter((key) => !isSame(before[key], after[key])).map((key) => [key, after[key]])) as Partial<
    Pick<State, Key>
  >;
