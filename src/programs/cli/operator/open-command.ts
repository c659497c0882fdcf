import type { Command } from "commander";
import type { ResultOf } from "../../../edges/control/commands.ts";
import { qrCode } from "../terminal/qr-code.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate open             a link for a browser, and a QR code for a phone
  luxgate open --json      for scripts

The link works once, within a minute. It signs the browser in as operator for 12 hours, or for 90 days over HTTPS.
"luxgate sessions" lists and ends these sessions. A browser can also ask to sign in without a link: see
"luxgate help operators".`;

/** A phone cannot reach the addresses of this machine alone. */
const OWN_MACHINE = /^http:\/\/(?:127\.|\[::1\])/;

/** `luxgate open` */
export const openCommand = (): Command =>
  operatorCommand("open", "Print a link that opens the web page as operator.")
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
  `The link works once, within ${seconds} s.`,
];
