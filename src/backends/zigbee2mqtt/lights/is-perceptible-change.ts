import { distanceFromWish } from "../../../home/comes-to.ts";
import type { Light, LightState } from "../../../home/light.ts";
import type { FreshnessOfLight } from "../../condition.ts";

/** Whether a lamp that was known for sure became another, for a person to see. */
export const isPerceptibleChange = (before: Light, state: Partial<LightState>, known: FreshnessOfLight): boolean =>
  (["on", "brightnessPercent", "colour"] as const).some((key) => {
    const value = state[key];
    return value !== undefined && known[key] === "confirmed" && distanceFromWish(key, before[key], value) > 1;
  });
