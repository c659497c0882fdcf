import type { Command } from "commander";
import { configPathOf, settingsOf } from "./settings.ts";

/** Sources of values that take precedence over the file. */
const STRONGER_SOURCES: readonly (string | undefined)[] = ["cli", "env"];

const YES_OR_NO: Readonly<Record<string, boolean>> = {
  ...{ yes: true, true: true, on: true, 1: true },
  ...{ no: false, false: false, off: false, 0: false },
};

/** The variable of a switch holds yes or no; commander takes any value for yes. An empty variable counts as not set. */
function readSwitches(command: Command): void {
  for (const { key, kind, option } of settingsOf(command)) {
    if (kind !== "switch" || command.getOptionValueSource(key) !== "env") continue;
    const text = process.env[option.envVar ?? ""]?.trim() ?? "";
    const isYes = text === "" ? false : YES_OR_NO[text.toLowerCase()];
    if (isYes === undefined) {
      const what = `option '${option.flags}' value '${text}' from env '${option.envVar}' is invalid`;
      command.error(`error: ${what}. Expected yes or no.`, { code: "commander.invalidArgument" });
    }
    command.setOptionValueWithSource(key, isYes !== option.negate, text === "" ? "default" : "env");
  }
}

/** Flags beat variables, and both beat the file: the file gives what neither does. Nothing is loaded where no file is. */
export function applyConfig(command: Command): void | Promise<void> {
  readSwitches(command);
  const path = configPathOf(command.opts<{ readonly config?: string }>().config);
  if (path === undefined) return undefined;
  return import("./config-file.ts").then(({ readConfig }) => {
    for (const { setting, value } of readConfig(path, command)) {
      if (STRONGER_SOURCES.includes(command.getOptionValueSource(setting.key))) continue;
      command.setOptionValueWithSource(setting.key, value, "config");
    }
  });
}
