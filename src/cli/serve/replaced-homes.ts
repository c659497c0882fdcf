import { rmSync } from "node:fs";
import { join } from "node:path";
import type { HomeContents } from "../../home/model/contents.ts";
import { VERSION } from "../../runtime/package.ts";
import { exportedText } from "../../store/exported-home.ts";
import { makeInnerFolder, writeDurably } from "../../store/folder/durable-file.ts";

const folderOf = (stateFolder: string): string => join(stateFolder, "replaced");

/** Keeps a home that another is about to take the place of, as an export; gives where. */
export function keepReplaced(stateFolder: string, contents: HomeContents): string {
  const path = join(folderOf(stateFolder), `home-${new Date().toISOString().replace(/[:.]/g, "-")}.json`);
  makeInnerFolder(folderOf(stateFolder));
  writeDurably(path, exportedText(contents, VERSION));
  return path;
}

export const forgetReplaced = (stateFolder: string): void =>
  rmSync(folderOf(stateFolder), { recursive: true, force: true });
