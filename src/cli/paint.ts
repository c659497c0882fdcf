import { colourIn } from "../control/words/colour-word.ts";
import { rgbFrom } from "../home-file/words.ts";
import { printable } from "./printable.ts";
import type { Cell } from "./table.ts";

const MILLIONS_OF_COLOURS = 2 ** 24;

/** Whether standard output is a terminal that shows any colour, and is meant to. */
const isColourful = (): boolean => process.stdout.isTTY && process.stdout.hasColors(MILLIONS_OF_COLOURS);

/** Words behind a square in each of some colours ("#ff8800", "2700K"), where colours can be shown. */
export function withSquares(words: string, colours: readonly string[], colourful = isColourful()): Cell {
  const known = colours.map(colourIn).filter((colour) => colour !== undefined);
  if (!colourful || known.length === 0) return words;
  const squares = known.map((colour) => square(rgbFrom(colour))).join("");
  return { plain: `${"■".repeat(known.length)} ${printable(words)}`, painted: `${squares} ${printable(words)}` };
}

const square = (rgb: number): string => `\u001b[38;2;${rgb >> 16};${(rgb >> 8) & 255};${rgb & 255}m■\u001b[39m`;
