import { nearestWord } from "../../../shared/nearest-word.ts";
import { COLOUR_NAMES, colourNamed, withJoinedNames } from "../../home-file/colour-names.ts";
import { HEX_PATTERN, WHITE_PATTERN } from "../../home-file/colour-patterns.ts";
import { type Refused, refused } from "../command.ts";
import { quoted } from "./quoted.ts";

/** The part of the desired state that one word names, and what the word is about: no two words may be about the same. */
export type ParsedWord<State> =
  | { readonly word: string; readonly about: string; readonly state: Partial<State> }
  | { readonly problem: string };

/** The desired state that all words name together; refused wholly when one of the words is wrong. */
export function combineWords<State>(
  parsed: readonly ParsedWord<State>[],
  thing: { readonly name: string; readonly takes: readonly string[] },
): { readonly desired: Partial<State> } | Refused {
  const earlier = new Map<string, string>();
  const problems: string[] = [];
  let desired: Partial<State> = {};
  for (const part of parsed) {
    if ("problem" in part) {
      problems.push(part.problem);
    } else if (earlier.has(part.about)) {
      problems.push(
        `${quoted(part.word)} conflicts with ${quoted(earlier.get(part.about) ?? "")}: use only one of them.`,
      );
    } else {
      earlier.set(part.about, part.word);
      desired = { ...desired, ...part.state };
    }
  }
  if (parsed.length === 0) problems.push('Nothing to set. Put a colour such as "#ff8800" in quotes.');
  return problems.length > 0
    ? refused(...problems, `${quoted(thing.name)} accepts ${thing.takes.join("; ")}.`)
    : { desired };
}

/** The problem of a word that means nothing to a device. */
export function unknownWord(word: string, name: string, known: readonly string[]): { readonly problem: string } {
  const meant = nearestWord(word, known);
  const hint = meant === undefined ? "" : `; did you mean ${quoted(meant)}?`;
  return { problem: `Unknown word ${quoted(word)} for ${quoted(name)}${hint || "."}` };
}

/** Words with each unit at its number, whether a person or a shell put a space between them. */
export function withUnits(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const word of words) {
    const number = joined.at(-1);
    if (number !== undefined && /^[%k]$/i.test(word) && /\d$/.test(number)) joined.splice(-1, 1, `${number}${word}`);
    else joined.push(word.replace(/(\d)\s+([%k])$/i, "$1$2"));
  }
  return joined;
}

/** "40%", 40 or brightness=40%; undefined for a word that is about something else. */
export function percentIn(word: string): { readonly percent: number } | { readonly problem: string } | undefined {
  const [, digits] = /^(?:brightness=)?(\d{1,4})%?$/.exec(word) ?? [];
  if (digits === undefined) return undefined;
  const percent = Number(digits);
  if (percent >= 1 && percent <= 100) return { percent };
  return { problem: `${quoted(word)}: expected a brightness from 1% to 100%${percent === 0 ? ', or "off"' : ""}.` };
}

const COLOUR = new RegExp(`${HEX_PATTERN}|${WHITE_PATTERN}`);

/** A colour: "#ff8800", "#f80", 2700K, 2700, red, or ff8800, as a shell takes what follows # for a comment. */
export function colourIn(written: string): string | undefined {
  const word = colourNamed(written) ?? written.replace(/^\d{4}$/, "$&K");
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(word) ?? [];
  const [, red, green, blue] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(word) ?? [];
  const short = red === undefined ? undefined : `#${red}${red}${green}${green}${blue}${blue}`;
  const colour = short ?? (digits === undefined ? word.toUpperCase() : `#${digits}`);
  return COLOUR.test(colour) ? colour : undefined;
}

/** What is wrong with a word that is no colour. */
export function noColour(word: string): string {
  const expected = `${quoted(word)}: expected a colour such as red, "#ff8800" (in quotes) or 2700K (2000K to 6500K)`;
  const meant = nearestWord(word, COLOUR_NAMES);
  return meant === undefined ? `${expected}.` : `${expected}; did you mean ${quoted(meant)}?`;
}

/** Words without "colour=" before a colour, and with the names together that are two words for a shell: warm, white. */
export function colourWordsIn(written: readonly string[]): {
  readonly words: readonly string[];
  readonly problems: readonly { readonly problem: string }[];
} {
  const parts = written.map((word) => ({ word, colour: /^colou?r=(.*)$/is.exec(word)?.[1] }));
  const strange = parts.flatMap(({ colour }) =>
    colour !== undefined && colourIn(colour) === undefined ? [colour] : [],
  );
  const words = parts.map(({ word, colour }) => colour ?? word).filter((word) => !strange.includes(word));
  return { words: withJoinedNames(words), problems: strange.map((word) => ({ problem: noColour(word) })) };
}
