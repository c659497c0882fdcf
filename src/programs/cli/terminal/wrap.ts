import { displayWidth } from "./display-width.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: what begins and ends a colour on a terminal
const COLOURS = /\u001b\[[0-9;]*m/g;
const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

/** How many columns a text takes that may hold colours. */
export const shownWidth = (text: string): number => displayWidth(text.replace(COLOURS, ""));

/** A text in lines of at most so many columns, broken between words; only a word that is longer is broken itself. */
export function wrapped(text: string, columns: number): readonly string[] {
  if (shownWidth(text) <= columns) return [text];
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((long) => pieces(long, columns))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && shownWidth(longer) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** A word, or the parts of one that no line can hold. A character that is wider than a line stands by itself. */
function pieces(word: string, columns: number): readonly string[] {
  if (shownWidth(word) <= columns) return [word];
  const parts: string[] = [];
  let part = "";
  for (const { segment } of CHARACTERS.segment(word)) {
    if (part !== "" && displayWidth(part + segment) > columns) {
      parts.push(part);
      part = segment;
    } else {
      part += segment;
    }
  }
  return [...parts, part];
}
