import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { PACKAGE_FOLDER } from "../../../runtime/package.ts";
import { shellWord } from "../../../shared/own-user.ts";
import { CommandFault } from "../command-fault.ts";
import { systemFolder } from "../config/configured-folder.ts";
import { stateFolder } from "../state-folder.ts";

/** A command to the running gateway, as a person types it in another terminal: "press" becomes "npx luxgate press". */
export type TypedCommand = (words: string) => string;

/** How commands are typed to the gateway of a state folder. */
export async function typedCommandFor(folder: string): Promise<TypedCommand> {
  const program = ownProgram(PACKAGE_FOLDER);
  const where = (await usualFolder()) === folder ? "" : ` --data-dir ${shellWord(folder)}`;
  return (words) => `${program} ${words}${where}`;
}

/** How this program is started from a terminal: in the folder of a checkout or of a project, by its name, or by its path. */
export function ownProgram(packageFolder: string, { PATH = "" }: NodeJS.ProcessEnv = process.env): string {
  const isCheckout = existsSync(join(packageFolder, "tools", "start.mjs"));
  // npm puts its own folders on the path of what it runs, but not on that of a terminal.
  const folders = PATH.split(delimiter).filter((folder) => folder !== "" && basename(folder) !== ".bin");
  const isOnPath = folders.some((folder) => ["luxgate", "luxgate.cmd"].some((name) => existsSync(join(folder, name))));
  if (!isCheckout && isOnPath) return "luxgate";
  if (isCheckout || basename(dirname(packageFolder)) === "node_modules") return "npx luxgate";
  return [process.execPath, join(packageFolder, "dist", "luxgate.js")].map(shellWord).join(" ");
}

/** The data folder that commands use by default; undefined if there is no default. */
async function usualFolder(): Promise<string | undefined> {
  try {
    const folder = (await systemFolder()) ?? stateFolder();
    return existsSync(folder) ? realpathSync(folder) : folder;
  } catch (error) {
    if (error instanceof CommandFault) return undefined;
    throw error;
  }
}
