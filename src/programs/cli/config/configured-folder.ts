import { accessSync, constants } from "node:fs";
import { Command } from "commander";
import { codeOf } from "../../../shared/error-code.ts";
import { withSettings } from "../serve/serve-command.ts";
import { configPathOf } from "./settings.ts";

/**
 * The state folder that the configuration file names, for commands to the gateway that goes by it. A file that this user
 * may not read is another user's; a file with problems is a fault, as the command could reach the wrong gateway.
 */
export function configuredFolder(): Promise<string | undefined> {
  const { LUXGATE_CONFIG } = process.env;
  return folderIn(configPathOf(LUXGATE_CONFIG));
}

/** The same for the system's file, whatever the environment is. */
export const systemFolder = (): Promise<string | undefined> => folderIn(configPathOf(undefined));

async function folderIn(path: string | undefined): Promise<string | undefined> {
  if (path === undefined || isForOthers(path)) return undefined;
  const { readConfig } = await import("./config-file.ts");
  const found = readConfig(path, withSettings(new Command())).find(({ setting }) => setting.name === "data-dir");
  return found && String(found.value);
}

function isForOthers(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return false;
  } catch (error) {
    return codeOf(error) === "EACCES";
  }
}
