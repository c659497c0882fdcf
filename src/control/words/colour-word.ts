import { COLOUR_NAMES, colourNamed, withJoinedNames } from "../../home-file/colour-names.ts";
import { HEX_PATTERN, WHITE_PATTERN } from "../../home-file/colour-patterns.ts";
import { nearestWord } from "../../shared/nearest-word.ts";
import { quoted } from "./quoted.ts";

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
  readonly mistakes: readonly { readonly mistake: string }[];
} {
  const parts = written.map((word) => ({ word, colour: /^colou?r=(.*)$/is.exec(word)?.[1] }));
  const strange = parts.flatMap(({ colour }) =>
    colour !== undefined && colourIn(colour) === undefined ? [colour] : [],
  );
  const words = parts.map(({ word, colour }) => colour ?? word).filter((word) => !strange.includes(word));
  return { words: withJoinedNames(words), mistakes: strange.map((word) => ({ mistake: noColour(word) })) };
}
