import { StoreFault } from "../../core/gateway/store.ts";
import { errorCode } from "../../shared/error-code.ts";

/** A file of the store that does not hold what was written to it. */
export class Damage extends Error {
  override readonly name = "Damage";
}

/** Another process uses the folder. */
export class FolderInUse extends StoreFault {}

/** The folder, or something in it, is not ours alone; nothing was touched. The message is a line with the remedy. */
export class FolderRefused extends StoreFault {}

/** Whether another process has the folder, or the folder is not ours alone; faults of the disk are of no such kind. */
export type FaultKind = "in-use" | "folder-refused" | undefined;

/** The kind of a fault, to be sent out of the store's thread. */
export function faultKind(error: unknown): FaultKind {
  if (error instanceof FolderInUse) return "in-use";
  return error instanceof FolderRefused ? "folder-refused" : undefined;
}

/** A fault from the store's thread. */
export function faultOf(words: string, kind: FaultKind): StoreFault {
  if (kind === "in-use") return new FolderInUse(words);
  return kind === "folder-refused" ? new FolderRefused(words) : new StoreFault(words);
}

/** The result codes of SQLite that matter here. */
const SQLITE = { perm: 3, busy: 5, locked: 6, readOnly: 8, ioError: 10, full: 13, cannotOpen: 14 } as const;
const SHORT_READ = 522;
const UNWRITABLE = ["EROFS", "EACCES", "EPERM"];

const sqliteCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : undefined;

/** The primary result code, without the extension. */
const primaryCodeOf = (error: unknown): number => (sqliteCodeOf(error) ?? 0) & 0xff;

const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && "syscall" in error ? errorCode(error) : undefined;

export const isBusy = (error: unknown): boolean => primaryCodeOf(error) === SQLITE.busy;

/** Whether something may be read and not written. */
export const isUnwritable = (error: unknown): boolean =>
  ([SQLITE.readOnly, SQLITE.cannotOpen, SQLITE.perm] as number[]).includes(primaryCodeOf(error)) ||
  UNWRITABLE.includes(systemCodeOf(error) ?? "");

/** Whether a file was read and is damaged, in contrast to a file that could not be accessed. */
export function isDamage(error: unknown): boolean {
  if (sqliteCodeOf(error) === SHORT_READ) return true;
  const isOutside =
    (Object.values(SQLITE) as number[]).includes(primaryCodeOf(error)) || systemCodeOf(error) !== undefined;
  return !isOutside && !(error instanceof StoreFault);
}

/** What went wrong, in words for a person, on one line. */
export function faultWords(error: unknown): string {
  if (error instanceof StoreFault) return error.message;
  if (primaryCodeOf(error) === SQLITE.full || systemCodeOf(error) === "ENOSPC") return "the disk is full";
  if (isUnwritable(error)) return "the data folder cannot be written to";
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ");
}
