import { fstatSync } from "node:fs";
import { counted } from "../../../shared/counted.ts";
import { codeOf } from "../../../shared/error-code.ts";
import { isReaderGone } from "../terminal/standard-output.ts";
import {
  formatFor,
  LEVEL_NUMBERS,
  type LeastLevel,
  type LogEntry,
  type LogFormat,
  type LogReader,
} from "./log-format.ts";
import { terminalOutput } from "./terminal-output.ts";

/** When more than this waits for a reader, lines are lost, and counted. */
const MAX_WAITING_BYTES = 256 * 1024;
const STANDARD_OUTPUT = 1;

const output = (process.stdout.isTTY ? terminalOutput() : undefined) ?? process.stdout;
let lostLines = 0;
let isLogLost = false;
let leastNumber: number = LEVEL_NUMBERS.info;
let format = formatFor("text", "other");

/** How long the last lines may take to be read. */
const LAST_LINES_MILLIS = 1_000;

/** Whoever read our lines may leave; the gateway goes on without them, and says so where that is a fault of the disk. */
output.on("error", (error) => {
  if (isLogLost || isReaderGone(error)) return;
  isLogLost = true;
  process.stderr.write(`The log cannot be written (${codeOf(error)}); the gateway keeps running without it.\n`);
});
output.on("drain", () => write(takeLoss()));

export interface LogSettings {
  readonly logFormat: LogFormat;
  readonly logLevel: LeastLevel;
}

/** How events are written from now on. */
export function setUpLog({ logFormat, logLevel }: LogSettings): void {
  format = formatFor(logFormat, readerOf(STANDARD_OUTPUT));
  leastNumber = logLevel === "silent" ? Number.POSITIVE_INFINITY : LEVEL_NUMBERS[logLevel];
}

/** Writes events, each in a line of its own. */
export type WriteLog = (...lines: readonly string[]) => void;

export const log: WriteLog = (...lines) => logEntries(lines.map((message) => ({ level: "info", message })));
export const logWarning: WriteLog = (...lines) => logEntries(lines.map((message) => ({ level: "warn", message })));
export const logError: WriteLog = (...lines) => logEntries(lines.map((message) => ({ level: "error", message })));

/** One event a line on standard output, nothing in it that would disturb a terminal. It never waits for a reader. */
export function logEntries(entries: readonly LogEntry[]): void {
  const shown = entries.filter(isShown);
  if (output.writableLength > (lostLines > 0 ? 0 : MAX_WAITING_BYTES)) lostLines += shown.length;
  else write([...takeLoss(), ...shown]);
}

/** Writes an error however much waits to be read: nothing comes after it that could count it as lost. */
export function logLast(message: string): void {
  write([...takeLoss(), { level: "error", message } as const].filter(isShown));
}

/** Settles once every line has been taken, or a second has passed: a reader that does not read keeps nobody from ending. */
export const logTaken = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LAST_LINES_MILLIS);
    output.write("", () => resolve());
  });

const isShown = ({ level }: LogEntry): boolean => LEVEL_NUMBERS[level] >= leastNumber;

function write(entries: readonly LogEntry[]): void {
  if (entries.length === 0) return;
  const nowMillis = Date.now();
  output.write(entries.map((entry) => format(entry, nowMillis)).join(""));
}

/** The line that stands for those that were lost, if any were. */
function takeLoss(): readonly LogEntry[] {
  const lost = lostLines;
  lostLines = 0;
  if (lost === 0) return [];
  const message = `… ${counted(lost, "line")} ${lost === 1 ? "was" : "were"} dropped because the log was not read.`;
  return [{ level: "warn", message }];
}

/** The journal of systemd says which file it is, so that a program behind a pipe does not take itself for its reader. */
function readerOf(descriptor: number): LogReader {
  if (process.stdout.isTTY) return "terminal";
  const { JOURNAL_STREAM } = process.env;
  if (JOURNAL_STREAM === undefined) return "other";
  const { dev, ino } = fstatSync(descriptor);
  return JOURNAL_STREAM === `${dev}:${ino}` ? "journal" : "other";
}
