import { type Command, Option } from "commander";
import { writeCsv } from "../../../shared/csv.ts";
import { printable, printableJson } from "../../../shared/printable.ts";
import { printOut } from "./standard-output.ts";
import { type Cell, table } from "./table.ts";

/** How a list is printed: as a table for people, as JSON or CSV for programs. */
export interface ListingOptions {
  readonly json: boolean;
  readonly csv?: boolean;
}

/** A column of a list. In CSV its heading is in small letters, and "-" is an empty cell. */
export interface Column<Item> {
  readonly heading: string;
  readonly cell: (item: Item) => Cell;
  /** Whether only programs need it. */
  readonly isForPrograms?: boolean;
}

export const csvOption = (): Option => new Option("--csv", "print CSV, for spreadsheets").conflicts("json");

/** Prints what was found; for a person, words of its own where that is nothing. */
export function printList<Item>(
  { json, csv }: ListingOptions,
  items: readonly Item[],
  { columns, none = "None found." }: { readonly columns: readonly Column<Item>[]; readonly none?: string },
): void {
  if (json) printOut(printableJson(items, 2));
  else if (csv) printOut(csvOf(items, columns));
  else printOut(items.length === 0 ? none : tableOf(items, columns));
}

function tableOf<Item>(items: readonly Item[], columns: readonly Column<Item>[]): string {
  const shown = columns.filter(({ isForPrograms = false }) => !isForPrograms);
  return table(
    shown.map(({ heading }) => heading),
    items.map((item) => shown.map(({ cell }) => cell(item))),
  );
}

const csvOf = <Item>(items: readonly Item[], columns: readonly Column<Item>[]): string =>
  writeCsv([
    columns.map(({ heading }) => heading.toLowerCase()),
    ...items.map((item) => columns.map(({ cell }) => plainCell(cell(item)))),
  ]);

function plainCell(cell: Cell): string {
  const text = typeof cell === "string" ? cell : cell.plain.replace(/^■+ /, "");
  return text === "-" ? "" : printable(text);
}

/** Whether a name fits what a person wrote: any letters for *, one for ?, whatever the case. */
export function fits(pattern: string | undefined): (name: string) => boolean {
  if (pattern === undefined) return () => true;
  const source = pattern.replace(/[.*+?^${}()|[\]\\]/g, (letter) => WILDCARDS.get(letter) ?? `\\${letter}`);
  const wanted = new RegExp(`^${source}$`, "isu");
  return (name) => wanted.test(name);
}

const WILDCARDS = new Map([
  ["*", ".*"],
  ["?", "."],
]);

export const nameOption = (command: Command): Command =>
  command.option("--name <pattern>", 'only matching names; "Desk*" matches every name that begins with Desk');
