import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmdirSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const PIECE_SIZES = [65_536, 4_096];

/** A disk of its own that is soon full, in memory; it is gone when the test is over. */
export class SmallDisk {
  readonly path = mkdtempSync(join(tmpdir(), "luxgate-disk-"));
  readonly #filler = join(this.path, "filler");

  private constructor(kilobytes: number) {
    try {
      mount("-t", "tmpfs", "-o", `size=${kilobytes}k,mode=0700`, "luxgate-test", this.path);
    } catch (error) {
      rmdirSync(this.path);
      throw error;
    }
  }

  static mounted(kilobytes: number): SmallDisk {
    const disk = new SmallDisk(kilobytes);
    onTestFinished(() => disk.remove());
    return disk;
  }

  /** Not the disk's top, which is there whatever happens. */
  get stateFolder(): string {
    return join(this.path, "state");
  }

  /** Leaves some bytes, or none. */
  fill({ leaving = 0 } = {}): void {
    const file = openSync(this.#filler, "a");
    for (const size of PIECE_SIZES) while (hasRoomFor(file, size));
    ftruncateSync(file, Math.max(0, statSync(this.#filler).size - leaving));
    closeSync(file);
  }

  makeRoom(): void {
    rmSync(this.#filler, { force: true });
  }

  /** Fails while anybody has a file open for writing. */
  makeReadOnly(): void {
    mount("-o", "remount,ro", this.path);
  }

  makeWritable(): void {
    mount("-o", "remount,rw", this.path);
  }

  /** At once for everybody else, and for a program that still ends as soon as it has. */
  remove(): void {
    execFileSync("umount", ["--lazy", this.path], { stdio: "pipe" });
    rmdirSync(this.path);
  }

  /** What stands in the way of mounting on this machine, found by trying; nothing if it works. */
  static whyNot(): string | undefined {
    try {
      new SmallDisk(64).remove();
      return undefined;
    } catch (error) {
      const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
      return `nothing can be mounted here (${said.trim().split("\n")[0]})`;
    }
  }
}

const mount = (...args: readonly string[]): void => void execFileSync("mount", args, { stdio: "pipe" });

function hasRoomFor(file: number, bytes: number): boolean {
  try {
    writeSync(file, Buffer.alloc(bytes));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}
