import { lstatSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { sync, writeDurably } from "../folder/durable-file.ts";
import { appendPlain, readPlain } from "../folder/plain-file.ts";

const MAX_BYTES = 1024 * 1024;
const LINE = /^([0-9a-f]{8}) ((\d{1,15}) \S+ (.*))$/s;

export interface RecentChange {
  readonly sequence: number;
  readonly words: string;
}

/**
 * What was committed last, in words, beside the store: should the store ever lose it, it can be named. It is written
 * after each commit and synced only when the home is closed, so it is never ahead of what was acknowledged.
 */
export class RecentChanges {
  readonly #paths: { readonly current: string; readonly older: string };
  #bytes: number | undefined;
  #atLineStart = false;

  constructor(folder: string) {
    this.#paths = { current: join(folder, "recent-changes.log"), older: join(folder, "recent-changes.older.log") };
  }

  /** Losing a line here loses no change, so nothing is made of it when the disk is full. */
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

  /** Those after a commit; lines that were damaged are left out. */
  after(sequence: number): readonly RecentChange[] {
    return this.#lines()
      .flatMap(changeFrom)
      .filter((change) => change.sequence > sequence);
  }

  /** Whether its end cannot be read, or nothing of it is there: then nobody knows what else was in it. */
  get isCutShort(): boolean {
    const last = this.#lines().findLast((line) => line !== "");
    return changeFrom(last ?? "").length === 0;
  }

  /** Nothing but this from now on, and that on the disk: a loss of power leaves the old list or the new one. */
  restart(sequence: number, at: string, words: readonly string[]): void {
    rmSync(this.#paths.older, { force: true });
    writeDurably(this.#paths.current, linesFrom(sequence, at, words));
    this.#bytes = undefined;
    this.#atLineStart = true;
  }

  /** A loss of power takes nothing of it any more. */
  sync(): void {
    try {
      for (const path of [this.#paths.current, dirname(this.#paths.current)]) sync(path);
    } catch {
      // Losing a line here loses no change.
    }
  }

  #lines(): readonly string[] {
    return [this.#paths.older, this.#paths.current].flatMap((path) => textOf(path).split("\n"));
  }
}

const linesFrom = (sequence: number, at: string, words: readonly string[]): string =>
  words
    .map((line) => `${sequence} ${at} ${line.replace(/\p{Cc}/gu, " ")}`)
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
