import { printable } from "./printable.ts";

/** Rows under their headings, in columns that line up. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const clean = rows.map((cells) => cells.map(printable));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...clean.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [line(headings), ...clean.map(line)].join("\n");
}
