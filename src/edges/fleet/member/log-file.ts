import { constants } from "node:fs";
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "../../../shared/error-code.ts";

const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_NOFOLLOW = 0 } = constants;
const OWN_ALONE = 0o600;
const PIECE_CHARACTERS = 64 * 1024;

/** A file of lines: replaced as a whole now and then, appended to between. Nothing here keeps the event loop busy. */
export class LogFile {
  readonly #path: string;
  #handle: FileHandle | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Undefined if there is none. */
  async read(): Promise<string | undefined> {
    try {
      return await readFile(this.#path, { encoding: "utf8", flag: O_RDONLY | O_NOFOLLOW });
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  /** The old lines or the new lines are there after a loss of power, never a part. */
  async replace(lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
    await this.close();
    const draft = `${this.#path}.new`;
    await rm(draft, { force: true });
    const handle = await open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, OWN_ALONE);
    try {
      let piece = "";
      for await (const line of lines) {
        piece += line;
        if (piece.length < PIECE_CHARACTERS) continue;
        await handle.appendFile(piece);
        piece = "";
      }
      await handle.appendFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, this.#path);
    await syncFolder(dirname(this.#path));
  }

  /** Resolves once the lines outlive this process; they need not outlive the machine. */
  async append(text: string): Promise<void> {
    this.#handle ??= await open(this.#path, O_WRONLY | O_APPEND | O_NOFOLLOW);
    await this.#handle.appendFile(text);
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }
}

/** Windows syncs no folders: there the file system's own log keeps names. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
