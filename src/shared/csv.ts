import { allAtOnce, type Steps } from "./steps.ts";

/** One cell of a table as a spreadsheet writes it, and where it begins. */
export interface CsvCell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

export type CsvRow = readonly CsvCell[];

/** What cannot be read of a table, with its place. */
export interface CsvProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const SEPARATORS = [",", ";", "\t"] as const;

/**
 * Reads a table (RFC 4180): cells in quotes may hold separators, doubled quotes and line ends. German spreadsheets write
 * semicolons, others tabs: whichever the first line that is not empty has most of is the separator, unless a line such
 * as `sep=;`, as Excel knows it, says so before. Empty lines are left out, and so are the apostrophes that `writeCsv` puts
 * before formulas.
 */
export function* readCsvInSteps(text: string): Steps<readonly CsvRow[] | CsvProblem> {
  const table = new Table(text.replace(/^\uFEFF/, ""));
  while (table.takeCell()) yield;
  return table.problem ?? table.rows.filter((row) => row.some((cell) => cell.text !== ""));
}

/** The same in one step. */
export const readCsv = (text: string): readonly CsvRow[] | CsvProblem => allAtOnce(readCsvInSteps(text));

/** A table as text; a cell is quoted where it must be, and none is a formula to a spreadsheet. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((cell) => quotedCell(asText(cell))).join(",")}\n`).join("");

/**
 * Where a spreadsheet may see a formula begin: at the beginning of a cell, or behind what is a separator, or a quote, to
 * a spreadsheet with other separators than ours.
 */
const FORMULA = "(?=[=+\\-@\\t\\r＝＋－＠])";
const CELL_START = "(?:^|[,;\\t\\r\\n])[\"' ]*";
const UNGUARDED = new RegExp(`${FORMULA}(?<=${CELL_START})`, "g");
const GUARDED = new RegExp(`'${FORMULA}(?<=${CELL_START}')`, "g");

/** A cell with an apostrophe before each formula, which is text to a spreadsheet then. */
const asText = (cell: string): string => cell.replace(UNGUARDED, "'");

/** The same cell without these apostrophes. */
const asWritten = (cell: string): string => cell.replace(GUARDED, "");

const quotedCell = (text: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Excel's own line, which is the very first or does not count. */
const SEPARATOR_LINE = /^("?)sep=([^"\r\n])\1(?:\r\n|[\r\n]|$)/i;

/** What the first line with a cell that is not empty has most of; what is in quotes does not count. */
function separatorOf(text: string): string {
  const lines = text.replace(/"[^"]*"/g, "quoted").split(/\r\n|[\r\n]/);
  const heading = lines.find((line) => /[^\s,;]/.test(line)) ?? "";
  const counts = SEPARATORS.map((separator) => heading.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Takes a text apart, cell by cell. */
class Table {
  readonly rows: CsvCell[][] = [[]];
  problem: CsvProblem | undefined;
  readonly #text: string;
  readonly #separator: string;
  #at = 0;
  #line = 1;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
    const [line, , separator] = SEPARATOR_LINE.exec(text) ?? [];
    this.#separator = separator ?? separatorOf(text);
    if (line !== undefined) this.#startAfter(line);
  }

  #startAfter({ length }: string): void {
    this.#at = length;
    this.#newLine(length);
  }

  /** Whether there was a cell to take. */
  takeCell(): boolean {
    if (this.#at >= this.#text.length || this.problem) return false;
    const place = { line: this.#line, column: this.#at - this.#lineStart + 1 };
    const isQuoted = this.#text[this.#at] === '"';
    const text = isQuoted ? this.#quoted() : this.#plain();
    if (text === undefined)
      this.problem = { ...place, message: 'the quoted cell that begins here is not closed; expected a "' };
    else this.rows.at(-1)?.push({ text: asWritten(isQuoted ? text : text.trim()), ...place });
    this.#takeEnd(place);
    return true;
  }

  /** The text up to the next separator or line end. */
  #plain(): string {
    const begin = this.#at;
    while (this.#at < this.#text.length && !this.#isEnd(this.#text[this.#at])) this.#at += 1;
    return this.#text.slice(begin, this.#at);
  }

  /** The text between quotes; undefined when it has no end. */
  #quoted(): string | undefined {
    const begin = this.#at + 1;
    for (let end = this.#text.indexOf('"', begin); end >= 0; end = this.#text.indexOf('"', end + 2)) {
      if (this.#text[end + 1] === '"') continue;
      const text = this.#text.slice(begin, end);
      this.#at = end + 1;
      for (const { index } of text.matchAll(/\r\n|\n|\r/g)) this.#newLine(begin + index + 1);
      return text.replaceAll('""', '"');
    }
    this.#at = this.#text.length;
    return undefined;
  }

  #isEnd(letter: string | undefined): boolean {
    return letter === this.#separator || letter === "\n" || letter === "\r";
  }

  /** Past what ends a cell. */
  #takeEnd(place: { readonly line: number; readonly column: number }): void {
    const letter = this.#text[this.#at];
    if (letter === undefined) return;
    if (!this.#isEnd(letter)) {
      this.problem = { ...place, message: "unexpected text after the closing quote; double a quote inside a cell" };
      return;
    }
    this.#at += letter === "\r" && this.#text[this.#at + 1] === "\n" ? 2 : 1;
    if (letter === this.#separator) {
      if (this.#at === this.#text.length)
        this.rows.at(-1)?.push({ text: "", line: this.#line, column: this.#at - this.#lineStart + 1 });
      return;
    }
    this.#newLine(this.#at);
    this.rows.push([]);
  }

  #newLine(start: number): void {
    this.#line += 1;
    this.#lineStart = start;
  }
}
