import type { Command } from "commander";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";
import { problemTable } from "./problem-table.ts";
import { statusLines } from "./status-lines.ts";

/** Of a gateway that answers, but cannot do all its work. */
const NOT_READY_CODE = 2;

const EXAMPLES = `
Examples:
  luxgate status                the status of the gateway
  luxgate status --problems     what is wrong, and why
  luxgate status --json         for scripts

Exit codes:
  0  the gateway is ready
  1  no gateway is running, or it could not be reached; the message shows which
  ${NOT_READY_CODE}  the gateway is running but not ready; the line "not ready" shows why`;

interface Options extends OperatorOptions {
  readonly problems: boolean;
}

/** `luxgate status` */
export const statusCommand = (): Command =>
  operatorCommand("status", "Show the gateway's status.")
    .option("--problems", "list what is wrong: unreachable Zigbee2MQTT, ignored devices and messages, the fleet", false)
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      if (options.problems) print(options, await ask(options, "problem.list", {}), problemTable);
      else {
        const status = await ask(options, "status", {});
        print(options, status, (shown) => statusLines(shown).join("\n"));
        if (status.notReady.length > 0) process.exitCode = NOT_READY_CODE;
      }
    });
