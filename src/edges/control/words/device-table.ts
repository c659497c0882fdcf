import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { type CsvCell, type CsvRow, readCsvInSteps } from "../../../shared/csv.ts";
import { nearestWord } from "../../../shared/nearest-word.ts";
import { MOST_PROBLEM_LINES } from "../../../shared/problem-lines.ts";
import type { Steps } from "../../../shared/steps.ts";
import { findDevice } from "./find.ts";
import { either, quoted } from "./quoted.ts";

/** What a line of a person's table wants of one device. */
interface TableLine {
  readonly device: Device;
  readonly field: Field;
  /** The new name or room. */
  readonly wanted: CsvCell;
}

/** What a column gives each device. */
export type Field = "name" | "room";

export interface ReadTable {
  readonly lines: readonly TableLine[];
  /** "line:column: what is wrong", each. */
  readonly problems: readonly string[];
}

/** The surest column first: `luxgate devices --csv` has all but the last. */
const DEVICE_COLUMNS = ["id", "serial", "device"];

/**
 * The devices that a table names, and what those of its columns that are `fields` give each; all problems at once, but no
 * more rows than lead to the most that are reported.
 */
export function* readDeviceTable(home: Home, text: string, fields: readonly Field[]): Steps<ReadTable> {
  const rows = yield* readCsvInSteps(text);
  if ("message" in rows) return { lines: [], problems: [`${rows.line}:${rows.column}: ${rows.message}`] };
  const [headings = [], ...body] = rows;
  const columns = headings.map((cell) => cell.text.trim().toLowerCase());
  const problem = headingProblem(columns, fields);
  if (problem !== undefined) return { lines: [], problems: [`1:1: ${problem}`] };
  const byDevice = columns.indexOf(DEVICE_COLUMNS.find((name) => columns.includes(name)) ?? "");
  const wanted = fields
    .filter((field) => columns.includes(field))
    .map((field) => [field, columns.indexOf(field)] as const);
  const sound: (readonly TableLine[])[] = [];
  const problems: string[] = [];
  for (const row of body) {
    if (problems.length > MOST_PROBLEM_LINES) break;
    const read = readRow(home, row, { device: byDevice, wanted, count: columns.length });
    if (typeof read === "string") problems.push(read);
    else sound.push(read);
    yield;
  }
  return { lines: sound.flat(), problems: [...problems, ...twice(sound)] };
}

function headingProblem(columns: readonly string[], fields: readonly Field[]): string | undefined {
  const [wanted = "name"] = fields;
  const expected = `expected column headings in the first line, such as device,${fields.join()}`;
  const double = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (double !== undefined) return `duplicate column heading ${quoted(double)}; ${expected}`;
  if (!fields.some((field) => columns.includes(field))) {
    const meant = nearestWord(wanted, [...columns]);
    return `the column heading ${either(fields.map(quoted))} is missing${meant === undefined ? "" : ` (did you misspell it as ${quoted(meant)}?)`}; ${expected}`;
  }
  if (DEVICE_COLUMNS.some((name) => columns.includes(name))) return undefined;
  return `the column heading "device", "serial" or "id" is missing; ${expected}`;
}

interface Places {
  readonly device: number;
  readonly wanted: readonly (readonly [Field, number])[];
  readonly count: number;
}

/** A line for each field of its device, or what is wrong with it. */
function readRow(home: Home, row: CsvRow, { device: byDevice, wanted, count }: Places): readonly TableLine[] | string {
  const [first] = row;
  const line = first?.line ?? 1;
  const cell = row[byDevice];
  const cells = wanted.flatMap(([field, at]) => (row[at] ? [{ field, wanted: row[at] }] : []));
  if (!cell || cells.length < wanted.length || row.length > count) {
    return `${line}:1: the row has ${row.length} cells; expected ${count}. Put a cell that contains a comma in quotes`;
  }
  const device = findDevice(home, cell.text);
  if ("refused" in device) return problemAt(cell, device.refused.join(" "));
  return cells.map((one) => ({ device: device.found, ...one }));
}

/** The lines that name a device again. */
function twice(rows: readonly (readonly TableLine[])[]): readonly string[] {
  const seen = new Map<string, number>();
  return rows
    .flatMap(([first]) => first ?? [])
    .flatMap(({ device, wanted }) => {
      const first = seen.get(device.id);
      if (first === undefined) seen.set(device.id, wanted.line);
      return first === undefined ? [] : [`${wanted.line}:1: ${quoted(device.name)} is already in line ${first}`];
    });
}

const problemAt = ({ line, column }: Pick<CsvCell, "line" | "column">, words: string): string =>
  `${line}:${column}: ${words}`;
