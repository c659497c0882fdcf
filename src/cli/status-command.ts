import type { Command } from "commander";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";
import { statusLines } from "./status-lines.ts";

const EXAMPLES = `
Examples:
  luxgate status            how the gateway is
  luxgate status --json     for scripts`;

/** `luxgate status` */
export const statusCommand = (): Command =>
  operatorCommand("status", "Show how the gateway is.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: OperatorOptions) => {
      const status = await ask(options, "status", {});
      print(options, status, (shown) => statusLines(shown).join("\n"));
    });
