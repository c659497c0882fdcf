import { isAbsolute, join } from "node:path";
import { homeFolder } from "../state-folder.ts";

/** Where a user's programs keep what the user gave them. */
export function configFolder(): string {
  const { XDG_CONFIG_HOME = "" } = process.env;
  const base = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homeFolder(ADVICE), ".config");
  return join(base, "luxgate");
}

const ADVICE = "set XDG_CONFIG_HOME to a folder for keys.";
