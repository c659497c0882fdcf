import { fstatSync, writeSync } from "node:fs";
import { codeOf } from "../../../shared/error-code.ts";
import { CommandFault } from "../command-fault.ts";
import { whenReaderLeaves } from "./reader-left.ts";

const STANDARD_OUTPUT = 1;

const lost = new AbortController();
let loss: Error | undefined;
/** Settles once all that was printed until now has left this process, or never will. */
let taken: Promise<void> = Promise.resolve();

// An error of standard output reaches the caller that wrote; for an error of standard error nobody is left to read it.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

/** Prints whole lines on standard output, the end of the last one included. */
export function printOut(text: string): void {
  if (loss) return;
  const lines = text.endsWith("\n") ? text : `${text}\n`;
  if (isStream()) taken = passedOn(lines);
  else writeWhole(Buffer.from(lines));
}

/**
 * Settles once whoever reads standard output has all that was printed; throws if it could not be written. A reader that
 * leaves needs no more, which is no fault.
 */
export async function outputTaken(): Promise<void> {
  await taken;
  if (loss && !isReaderGone(loss)) {
    throw new CommandFault([`Standard output could not be written (${codeOf(loss)}): the output is incomplete.`], loss);
  }
}

/** Settles once standard error has all that was written there, or cannot take it. */
export const errorsTaken = (): Promise<void> => new Promise((resolve) => process.stderr.write("", () => resolve()));

/** Whether a fault of an output is that nobody reads its other end any more. */
export const isReaderGone = (error: Error): boolean => ["EPIPE", "ECONNRESET"].includes(codeOf(error));

/** Aborted once nothing that is printed arrives any more: its reader left, or it cannot be written. */
export function outputLost(): AbortSignal {
  whenReaderLeaves(STANDARD_OUTPUT, () => lost.abort());
  return lost.signal;
}

function lose(error: Error): void {
  loss ??= error;
  lost.abort();
}

const passedOn = (lines: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(lines, (error) => {
      if (error) lose(error);
      resolve();
    });
  });

/** Node writes to files and devices in one go and does not look whether all of it was taken, as a full disk does not. */
function writeWhole(bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(STANDARD_OUTPUT, bytes, at);
  } catch (error) {
    lose(error instanceof Error ? error : new Error(String(error)));
  }
}

/** What takes its time: a pipe, a connection, a terminal. */
function isStream(): boolean {
  if (process.stdout.isTTY) return true;
  const output = fstatSync(STANDARD_OUTPUT);
  return output.isFIFO() || output.isSocket();
}
