import { hostname } from "node:os";
import { printable, printableJson } from "../../../shared/printable.ts";

/** The levels of pino, of which we use these; what is below the chosen one is not logged. */
export const LEVEL_NUMBERS = { info: 30, warn: 40, error: 50 } as const;
type LogLevel = keyof typeof LEVEL_NUMBERS;

/** What `--log-level` takes, and the lowest number that it lets through. */
export const LOG_LEVELS = ["info", "warn", "error", "silent"] as const;
export type LeastLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ["text", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** One event. */
export interface LogEntry {
  readonly level: LogLevel;
  readonly message: string;
  /** Further lines of the same event, for people. */
  readonly details?: readonly string[];
  /** What machines get of it beside the message. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Makes lines of an event that happened at a time of the wall clock; each ends with a line feed. */
export type FormatEntry = (entry: LogEntry, atMillis: number) => string;

/** One JSON object a line, with the names that pino gives its fields. */
const asJson: FormatEntry = ({ level, message, details, fields }, atMillis) =>
  `${printableJson({
    level: LEVEL_NUMBERS[level],
    time: atMillis,
    pid: process.pid,
    hostname: HOST_NAME,
    ...fields,
    ...(details ? { details: details.map((line) => line.trim()) } : {}),
    msg: message,
  })}\n`;

const HOST_NAME = hostname();

/** Each line of an event behind a beginning that says when it was, and how much it matters. */
const withBeginning =
  (beginning: (level: LogLevel, atMillis: number) => string): FormatEntry =>
  ({ level, message, details = [] }, atMillis) => {
    const before = beginning(level, atMillis);
    return [message, ...details].map((line) => `${before}${printable(line)}\n`).join("");
  };

const LEVEL_WIDTH = 5;

const asText = withBeginning((level, atMillis) => `${localSecond(atMillis)} ${level.padEnd(LEVEL_WIDTH)} `);

/** An event of several lines is one for people at a terminal, who know what time it is. */
const forTerminal: FormatEntry = (entry, atMillis) =>
  entry.details
    ? [entry.message, ...entry.details].map((line) => `${printable(line)}\n`).join("")
    : asText(entry, atMillis);

/** The journal of systemd notes the time itself, and takes the level out of a mark before the line. */
const JOURNAL_MARKS: Readonly<Record<LogLevel, string>> = { info: "<6>", warn: "<4>", error: "<3>" };
const forJournal = withBeginning((level) => JOURNAL_MARKS[level]);

/** What reads the log. */
export type LogReader = "terminal" | "journal" | "other";

export function formatFor(format: LogFormat, reader: LogReader): FormatEntry {
  if (format === "json") return asJson;
  if (reader === "terminal") return forTerminal;
  return reader === "journal" ? forJournal : asText;
}

let known = { second: Number.NaN, text: "" };

/** "2026-11-15 20:15:00", by the clock on the wall; made once for all events of a second. */
function localSecond(atMillis: number): string {
  const second = Math.floor(atMillis / 1000);
  if (second !== known.second) {
    const at = new Date(atMillis);
    const two = (value: number) => String(value).padStart(2, "0");
    const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    known = { second, text: `${date} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}` };
  }
  return known.text;
}
