import type { Command } from "commander";
import { counted } from "../../shared/counted.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate press      clients may pair for 10 seconds`;

/** `luxgate press` */
export const pressCommand = (): Command =>
  operatorCommand("press", "Press the gateway's button: clients may pair for 10 seconds.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: OperatorOptions) => {
      const pressed = await ask(options, "press", {});
      say(options, pressed, ({ pairingMillis }) => {
        return `Button pressed: clients may pair for ${counted(pairingMillis / 1000, "second")}.`;
      });
    });
