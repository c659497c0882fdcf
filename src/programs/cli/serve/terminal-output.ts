import { constants, openSync, writeSync } from "node:fs";
import { Writable } from "node:stream";
import { codeOf } from "../../../shared/error-code.ts";

/** Opened by this name, standard output has settings of its own; a copy of the descriptor would share them. */
const STANDARD_OUTPUT = "/proc/self/fd/1";

/** How long a terminal that takes nothing is left alone. */
const RETRY_MILLIS = 10;

/**
 * Standard output at a terminal, for a program that must not wait for it. Node waits for terminals, so one that is stopped
 * (Ctrl-S, a connection that hangs) would stop the gateway. Undefined where the terminal cannot be opened again: it is
 * another user's, or the system has no such name.
 */
export function terminalOutput(): Writable | undefined {
  try {
    return new TerminalOutput(openSync(STANDARD_OUTPUT, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch {
    return undefined;
  }
}

type Done = (error?: Error | null) => void;

class TerminalOutput extends Writable {
  readonly #descriptor: number;

  constructor(descriptor: number) {
    super();
    this.#descriptor = descriptor;
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#writeAll(bytes, done);
  }

  #writeAll(bytes: Buffer, done: Done): void {
    const rest = this.#writeSome(bytes);
    if (rest instanceof Error) done(rest);
    else if (rest.byteLength === 0) done();
    else setTimeout(() => this.#writeAll(rest, done), RETRY_MILLIS);
  }

  /** What the terminal has not taken of the bytes, or why it takes nothing any more. */
  #writeSome(bytes: Buffer): Buffer | Error {
    try {
      return bytes.subarray(writeSync(this.#descriptor, bytes));
    } catch (error) {
      if (codeOf(error) === "EAGAIN") return bytes;
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}
