import type { Command } from "commander";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";
import { reloadedLines } from "./reloaded-lines.ts";

const EXAMPLES = `
Examples:
  luxgate reload      apply changes in luxgate.yaml that need no restart

The output lists changed settings that need a restart. A service also reloads its settings on SIGHUP (systemctl reload
luxgate).`;

/** `luxgate reload` */
export const reloadCommand = (): Command =>
  operatorCommand("reload", "Reload the settings.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: OperatorOptions) => {
      print(options, await ask(options, "reload", {}), (reloaded) => reloadedLines(reloaded).join("\n"));
    });
