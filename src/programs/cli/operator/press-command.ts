import type { Command } from "commander";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate press      open pairing for 10 s`;

/** `luxgate press` */
export const pressCommand = (): Command =>
  operatorCommand("press", "Press the gateway's button, so that a client can pair within 10 s.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: OperatorOptions) => {
      const pressed = await ask(options, "press", {});
      say(options, pressed, ({ pairingMillis }) => {
        return `Button pressed. A client can pair within ${pairingMillis / 1000} s.`;
      });
    });
