import type { Aim, Results, Table } from "../support/measurement.ts";

const LINE_LENGTH = 110;

/** What is about to be measured, and how. */
export function printIntroduction(title: string, how: string): void {
  console.log(`\n${title}\n${"=".repeat(title.length)}`);
  console.log(`${wrapped(how)}\n`);
}

export function printResults({ tables, aims }: Results): void {
  for (const table of tables) console.log(`${tableText(table)}\n`);
  printAims(aims);
}

export function printAims(aims: readonly Aim[]): void {
  for (const { what, aim, figure, isReached } of aims) {
    console.log(`${isReached ? "  reached    " : "  NOT REACHED"}  ${what}: ${figure} (${aim})`);
  }
}

function tableText({ title, columns, rows }: Table): string {
  const widths = columns.map((column, place) =>
    Math.max(column.length, ...rows.map((cells) => (cells[place] ?? "").length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, place) => (place === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[place] ?? 0)))
      .join("  ");
  return [...(title === "" ? [] : [title]), line(columns), ...rows.map(line)].join("\n");
}

const wrapped = (text: string): string =>
  text.replace(new RegExp(`(.{1,${LINE_LENGTH}})(?: +|$)`, "g"), "$1\n").trimEnd();
