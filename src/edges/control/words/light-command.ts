import { ABILITY_FOR_COLOUR } from "../../../core/home/model/ability.ts";
import type { Light, LightState } from "../../../core/home/model/light.ts";
import { type LightColour, pointOf } from "../../../core/home/model/light-colour.ts";
import { counted } from "../../../shared/counted.ts";
import { COLOUR_NAMES } from "../../home-file/colour-names.ts";
import { colourFrom } from "../../home-file/words.ts";
import type { Refused } from "../command.ts";
import {
  colourIn,
  colourWordsIn,
  combineWords,
  type ParsedWord,
  percentIn,
  unknownWord,
  withUnits,
} from "./parsed-words.ts";
import { either, quoted } from "./quoted.ts";

/** The lamp that the words are for. */
export interface Lamp extends Pick<Light, "name" | "abilities"> {
  /** Whether the lamp, or any other lamp of the device, is on. */
  readonly on: boolean;
  /** How many colours the lamp can show at once. */
  readonly segments: number;
}

const SWITCH_WORDS = ["on", "off", "toggle"];

/** Parses a person's words for a lamp: "on", "40%", "2700K", "red", "#ff8800", several colours for its segments. */
export function parseLightCommand(
  written: readonly string[],
  lamp: Lamp,
): { readonly desired: Partial<LightState> } | Refused {
  const { words, problems } = colourWordsIn(withUnits(written));
  const colours = words.filter((word) => colourIn(word) !== undefined);
  const others = words.filter((word) => !colours.includes(word));
  const parsed = [...problems, ...others.map((word) => readWord(word, lamp)), ...readColours(colours, lamp)];
  return combineWords(parsed, { name: lamp.name, takes: takenBy(lamp) });
}

function readWord(written: string, lamp: Lamp): ParsedWord<LightState> {
  const word = written.toLowerCase();
  if (SWITCH_WORDS.includes(word)) {
    return { word, about: "switch", state: { on: word === "toggle" ? !lamp.on : word === "on" } };
  }
  if (/^(\d+k|\d{4,5})$/.test(word))
    return { problem: `${quoted(written)}: expected a colour temperature from 2000K to 6500K.` };
  const brightness = percentIn(word);
  if (brightness && "problem" in brightness) return brightness;
  if (brightness && !lamp.abilities.includes("brightness")) {
    return { problem: `${quoted(written)}: ${quoted(lamp.name)} cannot be dimmed.` };
  }
  if (brightness) return { word, about: "brightness", state: { brightnessPercent: brightness.percent } };
  if (NEVER_SHOWN.has(word)) return { problem: `${quoted(written)}: ${NEVER_SHOWN.get(word)}.` };
  return unknownWord(word, lamp.name, [...SWITCH_WORDS, ...(hasColours(lamp) ? COLOUR_NAMES : [])]);
}

/** One colour is for the whole lamp, several are for its segments. */
function readColours(words: readonly string[], lamp: Lamp): readonly ParsedWord<LightState>[] {
  const [first, ...rest] = words.flatMap((word) => {
    const colour = colourIn(isPlainWhite(word, lamp) ? "#ffffff" : word);
    return colour === undefined ? [] : [colourFrom(colour)];
  });
  const [word = ""] = words;
  if (!first) return [];
  if (rest.length === 0)
    return [unableToShow(word, first, lamp) ?? { word, about: "colour", state: { colour: first } }];
  if (words.length > lamp.segments) {
    const most = lamp.segments > 1 ? `shows at most ${counted(lamp.segments, "colour")}` : "shows one colour";
    return [{ problem: `${quoted(lamp.name)} ${most} at a time, but you gave ${words.length}.` }];
  }
  const colour = { mode: "segments", points: [pointOf(first), ...rest.map(pointOf)] } as const;
  return [{ word, about: "colour", state: { colour } }];
}

/** Names of colours that a lamp can only show by a lower brightness, and what to write instead. */
const NEVER_SHOWN = new Map([
  ["black", 'lamps cannot show black. Use "off"'],
  ...["gray", "grey", "silver"].map((grey) => [grey, 'lamps cannot show grey. Use "white" and a brightness'] as const),
]);

/** "white" is a colour for a lamp that has no whites. */
const isPlainWhite = (word: string, { abilities }: Lamp): boolean =>
  word.toLowerCase() === "white" && !abilities.includes("colourTemperature");

const hasColours = ({ abilities }: Lamp): boolean =>
  abilities.includes("colour") || abilities.includes("colourTemperature");

function unableToShow(
  word: string,
  { mode }: LightColour,
  { name, abilities }: Lamp,
): ParsedWord<LightState> | undefined {
  if (abilities.includes(ABILITY_FOR_COLOUR[mode])) return undefined;
  return {
    problem: `${quoted(word)}: ${quoted(name)} does not support ${mode === "white" ? "colour temperatures" : "colours"}.`,
  };
}

/** What can be said to a lamp, with its ranges. */
export const takenBy = ({ abilities, segments }: Pick<Lamp, "abilities" | "segments">): readonly string[] => [
  either(SWITCH_WORDS),
  ...(abilities.includes("brightness") ? ["1% to 100%"] : []),
  ...(abilities.includes("colourTemperature") ? ["2000K to 6500K, or warm, neutral, cool or daylight"] : []),
  ...(abilities.includes("colour") ? ['a colour such as red or "#ff8800"'] : []),
  ...(segments > 1 ? [Number.isFinite(segments) ? `up to ${counted(segments, "colour")}` : "several colours"] : []),
];
