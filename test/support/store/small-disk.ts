import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { someFolder } from "./some-folder.ts";

const run = (...command: readonly [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1)).status === 0;

/** A disk of our own: as small as it gets, to be filled, and to be made unwritable. */
export class SmallDisk {
  readonly path = someFolder();
  readonly #bytes: number;

  constructor(bytes = 512 * 1024) {
    this.#bytes = bytes;
  }

  /** Why there can be none here. */
  static obstacle(): string | undefined {
    const disk = new SmallDisk();
    if (!disk.mount()) return "nothing can be mounted here";
    disk.unmount();
    return undefined;
  }

  mount(): boolean {
    return run("mount", "-t", "tmpfs", "-o", `size=${this.#bytes}`, "tmpfs", this.path);
  }

  unmount(): void {
    run("umount", this.path);
  }

  /** To the last byte. */
  fill(): void {
    try {
      writeFileSync(join(this.path, "ballast"), new Uint8Array(2 * this.#bytes));
    } catch {
      // It is full now.
    }
  }

  empty(): void {
    rmSync(join(this.path, "ballast"));
  }

  setWritable(isWritable: boolean): void {
    run("mount", "-o", `remount,${isWritable ? "rw" : "ro"}`, this.path);
  }
}
