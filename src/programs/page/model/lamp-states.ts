import type { WireLight } from "../../../libraries/client/types.ts";
import { hueName } from "./hue.ts";
import { coloursOf, isAbleTo } from "./lamp-look.ts";

/** Below the first a white is called warm, above the second cool. */
const NEUTRAL_KELVIN = { from: 3300, to: 4500 };

/** How a lamp is, in the words that a search knows. What is off or cannot be reached shows no colour. */
export function statesOf(light: WireLight, { isOffline = false, isUnsure = false } = {}): readonly string[] {
  if (isOffline) return ["offline"];
  const unsure = isUnsure ? ["unconfirmed"] : [];
  if (light.on === 0) return ["online", "off", ...unsure];
  return ["online", "on", ...colourStates(light), ...(light.sync_status === 1 ? ["sync"] : []), ...unsure];
}

function colourStates(light: WireLight): readonly string[] {
  if (light.color_mode !== 2 && isAbleTo(light, "colour")) return coloursOf(light).map(hueName);
  return isAbleTo(light, "white") ? ["white", warmth(light.color_cw)] : ["white"];
}

const warmth = (kelvin: number): string =>
  kelvin < NEUTRAL_KELVIN.from ? "warm" : kelvin > NEUTRAL_KELVIN.to ? "cool" : "neutral";
