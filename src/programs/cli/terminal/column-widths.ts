import { shownWidth } from "./wrap.ts";

/** Blanks between columns. */
export const GAP = 2;

/** No id, serial number or address is longer; only a word that is may be broken. */
const LONGEST_WHOLE_WORD = 36;

/**
 * How wide each column of a table is on a terminal of so many columns: as wide as what is in it or, where all of that
 * is too wide, narrower, but never so narrow that a word would be broken. Undefined when that cannot be.
 */
export function columnWidths(rows: readonly (readonly string[])[], columns: number): readonly number[] | undefined {
  const [headings = []] = rows;
  const inColumn = (column: number, width: (text: string) => number): number =>
    rows.reduce((widest, row) => Math.max(widest, width(row[column] ?? "")), 0);
  const natural = headings.map((_heading, column) => inColumn(column, shownWidth));
  const room = columns - GAP * (headings.length - 1);
  if (sum(natural) <= room) return natural;
  const widths = headings.map((_heading, column) => inColumn(column, longestWord));
  for (let spare = room - sum(widths); spare > 0; spare -= 1) {
    const narrowest = Math.min(...widths.filter((width, column) => width < (natural[column] ?? 0)));
    const next = widths.findIndex((width, column) => width === narrowest && width < (natural[column] ?? 0));
    widths[next] = narrowest + 1;
  }
  return sum(widths) <= room ? widths : undefined;
}

/** How wide the widest word of a text is that is not to be broken. */
export const longestWord = (text: string): number =>
  Math.min(LONGEST_WHOLE_WORD, Math.max(...text.split(" ").map(shownWidth)));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
