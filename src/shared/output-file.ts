import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync, readlinkSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "./error-code.ts";

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** What exists at an output path: a stream is a pipe or a device such as /dev/stdout. */
export type OutputPlace = "free" | "file" | "stream" | { readonly unfit: string };

/** A link is followed to a stream only: another user may have made a link to a file. */
export function outputPlace(path: string): OutputPlace {
  const folder = dirname(path);
  if (!isFolder(folder)) return { unfit: `cannot be written: ${folder} is not a folder. Create it first` };
  const here = lstatSync(path, { throwIfNoEntry: false });
  if (!here) return "free";
  const there = here.isSymbolicLink() ? followed(path) : here;
  if (there?.isFIFO() || there?.isCharacterDevice()) return "stream";
  if (here.isSymbolicLink()) return { unfit: `is a symbolic link to ${readlinkSync(path)}: name that file instead` };
  if (here.isFile()) return "file";
  return { unfit: here.isDirectory() ? "is a folder: name a file in it" : "is not a file: name another one" };
}

const isFolder = (path: string): boolean => followed(path)?.isDirectory() ?? false;

function followed(link: string) {
  try {
    return statSync(link);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Opens a file and truncates it, never through a link; throws for anything but a file. */
export function openForWriting(path: string, { mayOverwrite, mode }: { mayOverwrite: boolean; mode: number }): number {
  const handle = openSync(path, O_WRONLY | O_CREAT | (mayOverwrite ? 0 : O_EXCL) | O_NOFOLLOW | O_NONBLOCK, mode);
  try {
    const stats = fstatSync(handle);
    if (stats.isFile()) ftruncateSync(handle);
    else if (!stats.isCharacterDevice()) throw Object.assign(new Error(`${path} is not a file`), { code: "no-file" });
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}
