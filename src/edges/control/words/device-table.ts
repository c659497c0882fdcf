import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { type CsvCell, type CsvRow, readCsv } from "../../../shared/csv.ts";
import { nearestWord } from "../../../shared/nearest-word.ts";
import { findDevice } from "./find.ts";
import { quoted } from "./quoted.ts";

/** What a line of a person's table wants of one device. */
interface TableLine {
  readonly device: Device;
  /** The new name or room. */
  readonly wanted: CsvCell;
}

export interface ReadTable {
  readonly lines: readonly TableLine[];
  /** "line:column: what is wrong", each. */
  readonly problems: readonly string[];
}

/** The surest column first: `luxgate devices --csv` has all but the last. */
const DEVICE_COLUMNS = ["id", "serial", "device"];

/** The devices that a table names, and what its column `wanted` gives each; all problems at once. */
export function readDeviceTable(home: Home, text: string, wanted: "name" | "room"): ReadTable {
  const rows = readCsv(text);
  if ("message" in rows) return { lines: [], problems: [`${rows.line}:${rows.column}: ${rows.message}`] };
  const [headings = [], ...body] = rows;
  const columns = headings.map((cell) => cell.text.trim().toLowerCase());
  const problem = headingProblem(columns, wanted);
  if (problem !== undefined) return { lines: [], problems: [`1:1: ${problem}`] };
  const byDevice = columns.indexOf(DEVICE_COLUMNS.find((name) => columns.includes(name)) ?? "");
  const places = { device: byDevice, wanted: columns.indexOf(wanted), count: columns.length };
  const read = body.map((row) => readRow(home, row, places));
  const lines = read.flatMap((one) => (typeof one === "string" ? [] : [one]));
  return { lines, problems: [...read.filter((one) => typeof one === "string"), ...twice(lines)] };
}

function headingProblem(columns: readonly string[], wanted: string): string | undefined {
  const expected = `expected column headings in the first line, such as device,${wanted}`;
  const double = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index);
  if (double !== undefined) return `duplicate column heading ${quoted(double)}; ${expected}`;
  if (!columns.includes(wanted)) {
    const meant = nearestWord(wanted, [...columns]);
    return `the column heading "${wanted}" is missing${meant === undefined ? "" : ` (did you misspell it as ${quoted(meant)}?)`}; ${expected}`;
  }
  if (DEVICE_COLUMNS.some((name) => columns.includes(name))) return undefined;
  return `the column heading "device", "serial" or "id" is missing; ${expected}`;
}

interface Places {
  readonly device: number;
  readonly wanted: number;
  readonly count: number;
}

function readRow(home: Home, row: CsvRow, { device: byDevice, wanted: byWanted, count }: Places): TableLine | string {
  const [first] = row;
  const line = first?.line ?? 1;
  const [cell, wanted] = [row[byDevice], row[byWanted]];
  if (!cell || !wanted || row.length > count) {
    return `${line}:1: the row has ${row.length} cells; expected ${count}. Put a cell that contains a comma in quotes`;
  }
  const device = findDevice(home, cell.text);
  return "found" in device ? { device: device.found, wanted } : problemAt(cell, device.refused.join(" "));
}

/** The lines that name a device again. */
function twice(lines: readonly TableLine[]): readonly string[] {
  const seen = new Map<string, number>();
  return lines.flatMap(({ device, wanted }) => {
    const first = seen.get(device.id);
    if (first === undefined) seen.set(device.id, wanted.line);
    return first === undefined ? [] : [`${wanted.line}:1: ${quoted(device.name)} is already in line ${first}`];
  });
}

const problemAt = ({ line, column }: Pick<CsvCell, "line" | "column">, words: string): string =>
  `${line}:${column}: ${words}`;
