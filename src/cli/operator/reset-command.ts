import type { Command } from "commander";
import { confirm } from "./confirm.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";
import { describeCounts } from "./status-lines.ts";

const EXAMPLES = `
Examples:
  luxgate reset --factory           asks first
  luxgate reset --factory --yes     does not

The home becomes that of the first start and the gateway a new one: clients must pair again. To go back, export first.`;

interface Options extends OperatorOptions {
  readonly yes: boolean;
}

/** `luxgate reset` */
export const resetCommand = (): Command =>
  operatorCommand("reset", "Make the gateway as it was on its first day.")
    .requiredOption("--factory", "forget everything")
    .option("--yes", "do not ask", false)
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      const { home } = await ask(options, "status", {});
      await confirm(`The whole home will be forgotten: ${describeCounts(home)}; clients must pair again.`, options);
      const reset = await ask(options, "home.reset", {});
      say(options, reset, ({ after }) => `The gateway is as new; its home has ${describeCounts(after)}.`);
    });
