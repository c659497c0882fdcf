import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { StoreFault } from "../../../core/gateway/store.ts";
import { isOwn } from "../../../shared/own-user.ts";

const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

const OWN_ALONE = 0o600;
const COPIED_BYTES = 1024 * 1024;

/**
 * Opens a file of the data folder. A link is not followed, a FIFO not waited for, and anything but a file of this user is
 * refused, by the stats of the open handle, so that the file cannot be swapped meanwhile.
 */
function openPlain(path: string, flags: number): number {
  const handle = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, OWN_ALONE);
  const stats = fstatSync(handle);
  if (stats.isFile() && isOwn(stats)) return (flags & O_CREAT) === 0 ? handle : madeUsable(handle);
  closeSync(handle);
  throw new StoreFault(`${path} is not a file of this user`);
}

/** A umask may have removed our own permissions; chmod only then, as not all file systems support modes. */
function madeUsable(handle: number): number {
  if ((fstatSync(handle).mode & OWN_ALONE) !== OWN_ALONE) fchmodSync(handle, OWN_ALONE);
  return handle;
}

/** Runs work on an open file, then closes it. */
function using<Result>(handle: number, work: (handle: number) => Result): Result {
  try {
    return work(handle);
  } finally {
    closeSync(handle);
  }
}

/** Creates a file for this user alone, whatever the umask; throws when the path exists. */
export const createPlain = <Result>(path: string, fill: (handle: number) => Result): Result =>
  using(openPlain(path, O_WRONLY | O_CREAT | O_EXCL), fill);

export const readPlain = <Result>(path: string, read: (handle: number) => Result): Result =>
  using(openPlain(path, O_RDONLY), read);

export const appendPlain = (path: string, text: string): void =>
  using(openPlain(path, O_WRONLY | O_APPEND | O_CREAT), (handle) => writeWhole(handle, Buffer.from(text)));

export const emptyPlain = (path: string): void => using(openPlain(path, O_WRONLY), (handle) => ftruncateSync(handle));

/** Copies to a path that must not exist. */
export const copyPlain = (from: string, to: string): void =>
  readPlain(from, (source) =>
    createPlain(to, (target) => {
      const piece = Buffer.alloc(COPIED_BYTES);
      for (let count = readSync(source, piece); count > 0; count = readSync(source, piece)) {
        writeWhole(target, piece.subarray(0, count));
      }
    }),
  );

/** A write may be partial. */
export function writeWhole(handle: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(handle, bytes, from);
}
