import type { Command } from "commander";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";
import { problemTable } from "./problem-table.ts";
import { statusLines } from "./status-lines.ts";

/** Of a gateway that answers, but cannot do all its work. */
const NOT_READY_CODE = 2;

const EXAMPLES = `
Examples:
  luxgate status                how the gateway is
  luxgate status --problems     what was set aside, and why
  luxgate status --json         for scripts

Exit codes: 0 the gateway is ready, ${NOT_READY_CODE} it runs and is not ready (the line "not ready" says why), 1 none runs, or it
could not be asked (the line that is printed says which).`;

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
      else {
        const status = await ask(options, "status", {});
        print(options, status, (shown) => statusLines(shown).join("\n"));
        if (status.notReady.length > 0) process.exitCode = NOT_READY_CODE;
      }
    });
