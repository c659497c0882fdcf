import { printable } from "../../../shared/printable.ts";
import { columnWidths, GAP, longestWord } from "./column-widths.ts";
import { shownWidth, wrapped } from "./wrap.ts";

/** A painted cell takes as much room as its plain text. */
export type Cell = string | { readonly plain: string; readonly painted: string };

/** How wide the terminal is that reads us; what goes to a file or another program has no end. */
const terminalColumns = (): number => (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY;

/**
 * Rows under their headings, in columns that line up. On a terminal that is too narrow for that, long cells go on in
 * the next line; on one that is too narrow for that, too, what is in each row stands under the first of it.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  columns = terminalColumns(),
): string {
  const shown = [headings, ...rows].map((row) => row.map(shownCell));
  const widths = columnWidths(shown, columns);
  const lines = widths
    ? shown.flatMap((row) => rowLines(row, widths))
    : shown.slice(1).flatMap((row, index) => [...(index === 0 ? [] : [""]), ...listed(row, headings, columns)]);
  return lines.join("\n");
}

const shownCell = (cell: Cell): string => (typeof cell === "string" ? printable(cell) : cell.painted);

function rowLines(row: readonly string[], widths: readonly number[]): readonly string[] {
  const cells = row.map((text, column) => wrapped(text, widths[column] ?? 0));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, column) => padded(lines[line] ?? "", widths[column] ?? 0))
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
}

/** The first cell, and each of the others in a line of its own behind its heading. */
function listed([first = "", ...others]: readonly string[], headings: readonly string[], columns: number) {
  const labels = headings.slice(1).map((heading) => heading.toLowerCase());
  const before = GAP + Math.max(0, ...labels.map(shownWidth)) + GAP;
  const lines = others.flatMap((text, index) =>
    text === "" ? [] : labelled(`${INDENT}${labels[index] ?? ""}`, text, { before, columns }),
  );
  return [...wrapped(first, columns), ...lines];
}

/** A value behind its label or, where a word of it would not fit there, below. */
function labelled(label: string, text: string, { before, columns }: { before: number; columns: number }) {
  if (longestWord(text) > columns - before) {
    return [label, ...wrapped(text, columns - 2 * GAP).map((line) => INDENT + INDENT + line)];
  }
  return wrapped(text, columns - before).map((line, place) => padded(place === 0 ? label : "", before) + line);
}

const INDENT = " ".repeat(GAP);

const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - shownWidth(text)));
