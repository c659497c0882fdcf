import { lstatSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { printable } from "../../../shared/printable.ts";
import { sync, writeDurably } from "../folder/durable-file.ts";
import { appendPlain, readPlain } from "../folder/plain-file.ts";

const MAX_BYTES = 1024 * 1024;
const LINE = /^([0-9a-f]{8}) ((\d{1,15}) \S+ (.*))$/s;

export interface RecentChange {
  readonly sequence: number;
  readonly words: string;
}

/**
 * The latest commits in words, beside the store: should the store lose commits, they can be named. Written after each
 * commit and synced only when the home is closed, so the list is never ahead of what was acknowledged.
 */
export class RecentChanges {
  readonly #paths: { readonly current: string; readonly older: string };
  #bytes: number | undefined;
  #atLineStart = false;

  constructor(folder: string) {
    this.#paths = { current: join(folder, "recent-changes.log"), older: join(folder, "recent-changes.older.log") };
  }

  /** Errors, as of a full disk, are ignored: a lost line is no lost change. */
  add(sequence: number, at: string, words: readonly string[]): void {
    const text = linesFrom(sequence, at, words);
    try {
      this.#bytes ??= lstatSync(this.#paths.current, { throwIfNoEntry: false })?.size ?? 0;
      if (this.#bytes > MAX_BYTES) {
        renameSync(this.#paths.current, this.#paths.older);
        this.#bytes = 0;
      }
      appendPlain(this.#paths.current, this.#atLineStart ? text : `\n${text}`);
      this.#bytes += Buffer.byteLength(text) + 1;
      this.#atLineStart = true;
    } catch {
      this.#atLineStart = false;
    }
  }

  /** The changes after a commit; damaged lines are skipped. */
  after(sequence: number): readonly RecentChange[] {
    return this.#lines()
      .flatMap(changeFrom)
      .filter((change) => change.sequence > sequence);
  }

  /** Whether the end of the list is damaged or missing: then changes may be missing from the list. */
  get isCutShort(): boolean {
    const last = this.#lines().findLast((line) => line !== "");
    return changeFrom(last ?? "").length === 0;
  }

  /** Replaces the list durably: a loss of power leaves the old list or the new one. */
  restart(sequence: number, at: string, words: readonly string[]): void {
    rmSync(this.#paths.older, { force: true });
    writeDurably(this.#paths.current, linesFrom(sequence, at, words));
    this.#bytes = undefined;
    this.#atLineStart = true;
  }

  /** Makes the list durable. */
  sync(): void {
    try {
      for (const path of [this.#paths.current, dirname(this.#paths.current)]) sync(path);
    } catch {
      // A lost line is no lost change.
    }
  }

  #lines(): readonly string[] {
    return [this.#paths.older, this.#paths.current].flatMap((path) => textOf(path).split("\n"));
  }
}

const linesFrom = (sequence: number, at: string, words: readonly string[]): string =>
  words
    .map((line) => `${sequence} ${at} ${printable(line)}`)
    .map((line) => `${digestOf(line)} ${line}\n`)
    .join("");

function changeFrom(line: string): readonly RecentChange[] {
  const [, digest, text = "", sequence, words = ""] = LINE.exec(line) ?? [];
  return digest !== undefined && digest === digestOf(text) ? [{ sequence: Number(sequence), words }] : [];
}

const digestOf = (text: string): string => crc32(text).toString(16).padStart(8, "0");

function textOf(path: string): string {
  try {
    return readPlain(path, (handle) => readFileSync(handle, "utf8"));
  } catch {
    return "";
  }
}
