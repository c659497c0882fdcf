import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** From the package coreutils. */
const MKFIFO_PROGRAM = "mkfifo";

/** A named pipe: to a reader it is a device that gives bytes when it likes and ends when it is unplugged. */
export class PipeDevice {
  readonly path = join(mkdtempSync(join(tmpdir(), "luxgate-button-")), "event0");
  #file: number | undefined;

  /** Plugged in unless it is said otherwise. */
  constructor({ pluggedIn = true } = {}) {
    execFileSync(MKFIFO_PROGRAM, [this.path]);
    onTestFinished(() => {
      this.unplug();
      rmSync(dirname(this.path), { recursive: true });
    });
    if (pluggedIn) this.plugIn();
  }

  plugIn(): void {
    this.#file = openSync(this.path, constants.O_RDWR | constants.O_NONBLOCK);
  }

  unplug(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  gives(...bytes: readonly Uint8Array[]): void {
    if (this.#file !== undefined) writeSync(this.#file, Buffer.concat(bytes));
  }

  /** Whether anybody but us has it open for reading. */
  hasReader(): boolean {
    this.unplug();
    try {
      closeSync(openSync(this.path, constants.O_WRONLY | constants.O_NONBLOCK));
      return true;
    } catch {
      return false;
    }
  }
}
