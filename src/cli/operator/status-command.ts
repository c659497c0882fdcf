import type { Command } from "commander";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";
import { problemTable } from "./problem-table.ts";
import { statusLines } from "./status-lines.ts";

const EXAMPLES = `
Examples:
  luxgate status                how the gateway is
  luxgate status --problems     what was set aside, and why
  luxgate status --json         for scripts`;

interface Options extends OperatorOptions {
  readonly problems: boolean;
}

/** `luxgate status` */
export const statusCommand = (): Command =>
  operatorCommand("status", "Show how the gateway is.")
    .option("--problems", "list what is not as it should be with the lamps", false)
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      if (options.problems) print(options, await ask(options, "problem.list", {}), problemTable);
      else print(options, await ask(options, "status", {}), (status) => statusLines(status).join("\n"));
    });
