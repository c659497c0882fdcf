import { colourIn } from "../../../edges/control/words/parsed-words.ts";
import { rgbFrom } from "../../../edges/home-file/words.ts";
import { printable } from "../../../shared/printable.ts";
import type { Cell } from "./table.ts";
import { foreground } from "./terminal-colours.ts";

/** A lamp of many segments is known by its first ones. */
const MOST_SQUARES = 8;

/** How many bits standard output has for a colour, as it is and as it is meant to be used: 1 for none. */
function bitsOfColour(): number {
  const bits = process.stdout.isTTY ? process.stdout.getColorDepth() : 1;
  // Of those that say so themselves, such as tmux-256color, Node knows xterm's alone.
  const { TERM = "" } = process.env;
  return bits === 4 && TERM.includes("256color") ? 8 : bits;
}

/** Words behind a square in each of some colours ("#ff8800", "2700K"), as well as the terminal can show them. */
export function withSquares(words: string, colours: readonly string[], bits = bitsOfColour()): Cell {
  const known = colours.map(colourIn).filter((colour) => colour !== undefined);
  const paints = known.slice(0, MOST_SQUARES).flatMap((colour) => foreground(rgbFrom(colour), bits) ?? []);
  if (paints.length === 0) return words;
  const squares = paints.map((paint) => `${paint}■\u001b[39m`).join("");
  return { plain: `${"■".repeat(paints.length)} ${printable(words)}`, painted: `${squares} ${printable(words)}` };
}
