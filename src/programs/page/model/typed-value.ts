import { rgbFromXy } from "../../../core/home/model/colour.ts";
import type { LightState } from "../../../core/home/model/light.ts";
import { type LightColour, pointOf } from "../../../core/home/model/light-colour.ts";
import { type Lamp, parseLightCommand, takenBy } from "../../../edges/control/words/light-command.ts";
import type { WireLight } from "../../../libraries/client/types.ts";
import { isAbleTo } from "./lamp-look.ts";
import { CHART, type LightCommand } from "./light-commands.ts";

/** A command from typed text: values as `luxgate set` takes them, or xy coordinates such as `0.31, 0.33`. */
export function commandFromText(
  text: string,
  light: WireLight,
): { readonly command: LightCommand } | { readonly problems: readonly string[] } {
  const typed = text.replace(QUOTES, "").trim();
  const point = isAbleTo(light, "colour") ? pointCommand(typed) : undefined;
  if (point) return { command: point };
  const words = wordsIn(typed);
  if (words.length === 0) return { problems: ["No value was entered."] };
  const parsed = parseLightCommand(words, lampOf(light));
  // The last line is what the lamp takes, which the page shows all the time.
  return "refused" in parsed ? { problems: parsed.refused.slice(0, -1) } : { command: commandFor(parsed.desired) };
}

/** Shells need them around some colours. Here they are optional. */
const QUOTES = /["'“”‘’]/g;

/** What can be typed for a lamp, with its ranges. */
export function typeable(light: WireLight): string {
  const point = isAbleTo(light, "colour") ? ["xy coordinates such as 0.45 0.41"] : [];
  return `Type ${[...takenBy(lampOf(light)), ...point].join("; ").replace(QUOTES, "")}.`;
}

const ABILITIES = [
  ["brightness", "brightness"],
  ["white", "colourTemperature"],
  ["colour", "colour"],
  ["segments", "segments"],
] as const;

const lampOf = (light: WireLight): Lamp => ({
  name: light.name,
  on: light.on === 1,
  abilities: ABILITIES.flatMap(([what, ability]) => (isAbleTo(light, what) ? [ability] : [])),
  // The wire does not say how many there are; the gateway refuses too many.
  segments: isAbleTo(light, "segments") ? Number.POSITIVE_INFINITY : 0,
});

/** Units belong to the number before them; commas part words as spaces do. */
const wordsIn = (text: string): readonly string[] =>
  text
    .replace(/(\d)\s+(?=[k%](?![a-z]))/gi, "$1")
    .split(/[\s,;]+/)
    .filter(Boolean);

/** A brightness or a colour also turns the lamp on. */
const commandFor = ({ on = true, brightnessPercent, colour }: Partial<LightState>): LightCommand => ({
  on: on ? 1 : 0,
  ...(brightnessPercent === undefined ? {} : { brightness: brightnessPercent }),
  ...(colour === undefined ? {} : colourFields(colour)),
});

function colourFields(colour: LightColour): LightCommand {
  if (colour.mode === "white") return { color_cw: colour.kelvin };
  if (colour.mode === "segments") return { color_rgb_arr: colour.points.map(rgbFromXy) };
  return { color_rgb: rgbFromXy(pointOf(colour)) };
}

function pointCommand(typed: string): LightCommand | undefined {
  const [, x, y] = /^(?:xy\s*)?(0?\.\d+|[01])\s*[,;\s]\s*(0?\.\d+|[01])$/i.exec(typed) ?? [];
  if (x === undefined || y === undefined) return undefined;
  const coordinate = (text: string) => Math.round(Number(text) * CHART);
  return { on: 1, color_x: coordinate(x), color_y: coordinate(y) };
}
