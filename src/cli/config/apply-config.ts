import type { Command } from "commander";
import { configPathOf } from "./config-path.ts";

/** What a value may come from that a file has no say over. */
const STRONGER_SOURCES: readonly (string | undefined)[] = ["cli", "env"];

/** Flags beat variables, and both beat the file: the file gives what neither does. Nothing is loaded where no file is. */
export function applyConfig(command: Command): void | Promise<void> {
  const path = configPathOf(command.opts<{ readonly config?: string }>().config);
  if (path === undefined) return undefined;
  return import("./config-file.ts").then(({ readConfig }) => {
    for (const { setting, value } of readConfig(path, command)) {
      if (STRONGER_SOURCES.includes(command.getOptionValueSource(setting.key))) continue;
      command.setOptionValueWithSource(setting.key, value, "config");
    }
  });
}
