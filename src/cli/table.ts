import { displayWidth } from "./display-width.ts";
import { printable } from "./printable.ts";

/** A painted cell takes as much room as its plain text. */
export type Cell = string | { readonly plain: string; readonly painted: string };

/** Rows under their headings, in columns that line up. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = [headings, ...rows].map((row) => row.map(measured));
  const widths = headings.map((_heading, column) => Math.max(...cells.map((row) => row[column]?.width ?? 0)));
  return cells
    .map((row) =>
      row
        .map(({ shown, width }, column) => shown + " ".repeat((widths[column] ?? 0) - width))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function measured(cell: Cell): { readonly shown: string; readonly width: number } {
  if (typeof cell !== "string") return { shown: cell.painted, width: displayWidth(cell.plain) };
  const shown = printable(cell);
  return { shown, width: displayWidth(shown) };
}
