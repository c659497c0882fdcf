import { realpathSync, statSync, writeFileSync } from "node:fs";
import { writeDurably } from "../store/durable-file.ts";
import { CommandFault, codeOf } from "./command-fault.ts";

/**
 * Writes a file that somebody asked for: the one before stays until the new one is whole and on the disk. A pipe or a
 * device cannot be replaced, and is written to.
 */
export function writeWholeFile(path: string, text: string, { mode }: { readonly mode: number }): void {
  try {
    const before = statSync(path, { throwIfNoEntry: false });
    if (!before) writeDurably(path, text, mode);
    else if (before.isFile()) writeDurably(realpathSync(path), text, before.mode & 0o777);
    else writeFileSync(path, text);
  } catch (error) {
    throw new CommandFault([`${path} cannot be written (${codeOf(error)}).`], error);
  }
}
