import { closeSync, constants, fchmodSync, fstatSync, openSync } from "node:fs";
import { codeOf } from "../../../shared/error-code.ts";
import { examineFolder, modeWords, type TrustedFolder } from "../../../shared/folder-trust.ts";
import { isOwn, shellWord } from "../../../shared/own-user.ts";
import { FolderRefused } from "../faults.ts";
import { contentsRefusal } from "./contents-refusal.ts";
import { makeFolder } from "./durable-file.ts";

const BY_OTHERS = 0o077;

/**
 * Prepares a folder for state: a missing folder is created, a folder of ours that others may read is closed to them.
 * Returns what a person should know of that, a line each. A folder that is not ours alone, or holds what must not be
 * opened, is refused, and nothing was touched.
 */
export function takeFolder(path: string): readonly string[] {
  const folder = examineFolder(path);
  if ("refusal" in folder) throw new FolderRefused(folder.refusal);
  if (folder.mode === undefined) {
    makeFolder(folder.path);
    return [];
  }
  const refusal = contentsRefusal(folder.path, folder.isReadableByOthers);
  if (refusal !== undefined) throw new FolderRefused(refusal);
  return folder.isReadableByOthers ? [closedToOthers(folder)] : [];
}

function closedToOthers({ path }: TrustedFolder): string {
  const handle = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const before = fstatSync(handle);
    const start = `The data folder ${path} was readable by other users (mode ${modeWords(before)})`;
    if (!isOwn(before)) throw new FolderRefused(`The data folder ${path} was replaced just now: start Luxgate again.`);
    const obstacle = obstacleToClosing(handle, before.mode & ~BY_OTHERS);
    if (obstacle === undefined)
      return `${start}. Only this user can read it now (mode ${modeWords(fstatSync(handle))}).`;
    if (obstacle === "EROFS") return `${start}, and its disk is read-only: restrict it once the disk is writable.`;
    throw new FolderRefused(
      `${start}, and its disk does not store permissions (${obstacle}): make "chmod 700 ${shellWord(path)}" work there, or choose another folder with --data-dir.`,
    );
  } finally {
    closeSync(handle);
  }
}

/** Some file systems refuse chmod, others ignore it. */
function obstacleToClosing(handle: number, mode: number): string | undefined {
  try {
    fchmodSync(handle, mode);
  } catch (error) {
    return codeOf(error);
  }
  return (fstatSync(handle).mode & BY_OTHERS) === 0 ? undefined : "chmod has no effect";
}
