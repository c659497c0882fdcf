import type { Session } from "../../../edges/backends/zigbee2mqtt/recording/recording-session.ts";
import { printable } from "../../../shared/printable.ts";
import { progressLine } from "./record-lines.ts";

const ON_TERMINAL_MILLIS = 500;
const ELSEWHERE_MILLIS = 10_000;
const WHOLE_LINE = "\r\u001b[K";

/** Prints progress to standard error, at a terminal always in the same line. Returns a function that stops it. */
export function showProgress(session: Session, name: string): () => void {
  const { stderr } = process;
  const { isTTY } = stderr;
  stderr.write(`${printable(`Recording ${name}. Press Ctrl-C to stop.`)}\n`);
  const show = () => {
    const line = printable(progressLine(session));
    stderr.write(isTTY ? `${WHOLE_LINE}${line.slice(0, stderr.columns || undefined)}` : `${line}\n`);
  };
  const timer = setInterval(show, isTTY ? ON_TERMINAL_MILLIS : ELSEWHERE_MILLIS);
  return () => {
    clearInterval(timer);
    if (isTTY) stderr.write(WHOLE_LINE);
  };
}
