import type { ChangeOf } from "../home/change.ts";
import { isSame, type Replacement } from "../home/replacement.ts";

/** What is wanted of a light or sync box, or what one says of itself. */
export type StateChange = ChangeOf<"lightChanged"> | ChangeOf<"syncBoxChanged">;

export const LIGHT_STATE = ["on", "brightnessPercent", "colour", "powerOn"] as const;
export const SYNC_BOX_STATE = [
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

/** Which light or sync box it is about. */
export const idOfState = (change: StateChange): string =>
  change.kind === "lightChanged" ? change.lightId : change.syncBoxId;

/** What a device must do so that it is what the home shows; nothing where the state of none becomes another. */
export function wantedBy(replacement: Replacement): StateChange | undefined {
  if (replacement.in === "lights" && replacement.before && replacement.after) {
    const state = difference(replacement.before, replacement.after, LIGHT_STATE);
    return state && { kind: "lightChanged", lightId: replacement.after.id, state };
  }
  if (replacement.in === "syncBoxes" && replacement.before && replacement.after) {
    const state = difference(replacement.before, replacement.after, SYNC_BOX_STATE);
    return state && { kind: "syncBoxChanged", syncBoxId: replacement.after.id, state };
  }
  return undefined;
}

/** What of a state became another. */
function difference<State extends object, Key extends keyof State>(
  before: State,
  after: State,
  keys: readonly Key[],
): Partial<Pick<State, Key>> | undefined {
  const changed = keys.filter((key) => !isSame(before[key], after[key]));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((key) => [key, after[key]])) as Partial<Pick<State, Key>>;
}
