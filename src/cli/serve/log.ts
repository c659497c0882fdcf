import { counted } from "../../shared/counted.ts";
import { codeOf } from "../../shared/error-code.ts";
import { printable } from "../terminal/printable.ts";
import { isReaderGone } from "../terminal/standard-output.ts";

/** When more than this waits for a reader, lines are lost, and counted. */
const MAX_WAITING_BYTES = 256 * 1024;
const STANDARD_OUTPUT = 1;

const output = process.stdout;
let isFirst = true;
let lostLines = 0;
let isLogLost = false;

/** How long the last lines may take to be read. */
const LAST_LINES_MILLIS = 1_000;

/** Whoever read our lines may leave; the gateway goes on without them, and says so where that is a fault of the disk. */
output.on("error", (error) => {
  if (isLogLost || isReaderGone(error)) return;
  isLogLost = true;
  process.stderr.write(`The log cannot be written (${codeOf(error)}); the gateway goes on without it.\n`);
});
output.on("drain", () => write(takeLoss()));

/** One line an event on standard output, nothing in it that would disturb a terminal. It never waits for a reader. */
export function log(...lines: readonly string[]): void {
  if (isFirst) keepFromBlocking();
  isFirst = false;
  if (output.writableLength > (lostLines > 0 ? 0 : MAX_WAITING_BYTES)) lostLines += lines.length;
  else write([...takeLoss(), ...lines]);
}

/** Settles once every line has been taken, or a second has passed: a reader that does not read keeps nobody from ending. */
export const logTaken = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LAST_LINES_MILLIS);
    output.write("", () => resolve());
  });

function write(lines: readonly string[]): void {
  if (lines.length > 0) output.write(lines.map((line) => `${printable(line)}\n`).join(""));
}

/** The line that stands for those that were lost, if any were. */
function takeLoss(): readonly string[] {
  const lost = lostLines;
  lostLines = 0;
  if (lost === 0) return [];
  return [`… ${counted(lost, "line")} ${lost === 1 ? "was" : "were"} lost while nobody read the log.`];
}

/**
 * Node waits for a terminal, so one that is stopped (Ctrl-S, a connection that hangs) would stop the gateway. Only
 * Node's inner handle can change that. A terminal that Node could not open for itself is shared and stays as it is.
 */
function keepFromBlocking(): void {
  const handle: unknown = Reflect.get(output, "_handle");
  if (typeof handle !== "object" || handle === null || !("fd" in handle) || handle.fd === STANDARD_OUTPUT) return;
  if ("setBlocking" in handle && typeof handle.setBlocking === "function") handle.setBlocking(false);
}
