import { lstatSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { writeDurably } from "../../../edges/store/folder/durable-file.ts";
import { codeOf } from "../../../shared/error-code.ts";
import { CommandFault } from "../command-fault.ts";
import { mayWrite } from "./output.ts";

/**
 * Writes a file that somebody asked for: the one before stays until the new one is whole and on the disk, and lends it
 * its mode. A pipe or a device cannot be replaced, and is written to.
 */
export async function writeWholeFile(
  path: string,
  text: string,
  { mayOverwrite, mode }: { readonly mayOverwrite: boolean; readonly mode: number },
): Promise<void> {
  const place = mayWrite(path, mayOverwrite);
  try {
    if (place === "stream") await writeFile(path, text);
    else writeDurably(path, text, (lstatSync(path, { throwIfNoEntry: false })?.mode ?? mode) & 0o777);
  } catch (error) {
    throw new CommandFault([`${path} cannot be written (${codeOf(error)}).`], error);
  }
}
