import type { Command } from "commander";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";
import { reloadedLines } from "./reloaded-lines.ts";

const EXAMPLES = `
Examples:
  luxgate reload      after a change in luxgate.yaml: takes over what can change while the gateway runs

A service does the same on SIGHUP (systemctl reload luxgate).`;

/** `luxgate reload` */
export const reloadCommand = (): Command =>
  operatorCommand("reload", "Read the settings again, and say which count only after a restart.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: OperatorOptions) => {
      print(options, await ask(options, "reload", {}), (reloaded) => reloadedLines(reloaded).join("\n"));
    });
