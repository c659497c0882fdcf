import type { Command } from "commander";
import { confirm } from "./confirm.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";
import { describeCounts } from "./status-lines.ts";

const EXAMPLES = `
Examples:
  luxgate reset --factory           asks for confirmation
  luxgate reset --factory --yes     without confirmation

The gateway then starts again with the demo home, with the home of --home, or with the lamps of --backend.
The gateway gets a new identity, so clients must pair again. To be able to go back, make a backup first:
luxgate backup <file> --with-keys`;

interface Options extends OperatorOptions {
  readonly yes: boolean;
}

/** `luxgate reset` */
export const resetCommand = (): Command =>
  operatorCommand("reset", "Reset the gateway to factory settings.")
    .requiredOption("--factory", "required as a safeguard: everything is erased")
    .option("--yes", "skip the confirmation", false)
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      const { home } = await ask(options, "status", {});
      await confirm(`The whole home (${describeCounts(home)}) will be erased. Clients must pair again.`, options);
      const reset = await ask(options, "home.reset", {});
      say(
        options,
        reset,
        ({ after }) => `The gateway was reset to factory settings. Its home has ${describeCounts(after)}.`,
      );
    });
