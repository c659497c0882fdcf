import type { Command } from "commander";
import type { ResultOf } from "../../control/commands.ts";
import { counted } from "../../shared/counted.ts";
import { qrCode } from "../terminal/qr-code.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate open             a link for a browser, and a code for a phone's camera
  luxgate open --json      for scripts

Whoever opens the link first is the operator in that browser for 12 hours, or until the gateway is started anew;
"luxgate sessions" lists and ends that. A browser without it sees the home, and pairs as any client does.`;

/** A phone cannot reach the addresses of this machine alone. */
const OWN_MACHINE = /^http:\/\/(?:127\.|\[::1\])/;

/** `luxgate open` */
export const openCommand = (): Command =>
  operatorCommand("open", "Open the gateway's page as its operator: gives a link, good for a minute and once.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: OperatorOptions) => {
      const opened = await ask(options, "open", {});
      const forPhones = opened.urls.find((url) => !OWN_MACHINE.test(url));
      const code = options.json || forPhones === undefined ? undefined : await qrCode(forPhones);
      print(options, opened, (given) => linesOf(given, code).join("\n"));
    });

const linesOf = ({ urls, seconds }: ResultOf<"open">, code: string | undefined): readonly string[] => [
  ...urls,
  ...(code === undefined ? [] : ["", code, ""]),
  `Good for ${counted(seconds, "second")}, and once.`,
];
