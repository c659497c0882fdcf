import type { Command } from "commander";
import type { RequestView } from "../../../edges/control/views/access-view.ts";
import { refuseUnknownSubcommand } from "../unknown-subcommand.ts";
import { ask, type OperatorOptions, operatorCommand, print, say } from "./operator-command.ts";
import { requestTable } from "./request-table.ts";

const EXAMPLES = `
Examples:
  luxgate operators                    browsers that ask to sign in as operator
  luxgate operators allow KTQM-XBHP    allow the request with this code
  luxgate operators deny KTQM-XBHP
  luxgate operators requests --json    for scripts

To ask, choose Operator on the web page: the browser then shows a code. Allow only the request with exactly that code,
because anybody on the network can ask, under any name. A request expires after 5 minutes.
"luxgate sessions" lists and ends the sessions of operators.`;

/** `luxgate operators …` */
export const operatorsCommand = (): Command =>
  operatorCommand("operators", "Allow or deny browsers that ask to sign in as operator.")
    .alias("operator")
    .addCommand(requestsCommand())
    .addCommand(allowCommand())
    .addCommand(denyCommand())
    .addHelpText("after", EXAMPLES)
    .enablePositionalOptions()
    .helpCommand(true)
    .allowExcessArguments()
    .action(async (options: OperatorOptions, command: Command) => {
      refuseUnknownSubcommand(command);
      await listRequests(options);
    });

const requestsCommand = (): Command =>
  operatorCommand("requests", "List browsers that ask to sign in as operator.").action(listRequests);

async function listRequests(options: OperatorOptions): Promise<void> {
  print(options, await ask(options, "operator.requests", {}), requestTable);
}

const allowCommand = (): Command =>
  operatorCommand("allow", "Allow the request with this code.")
    .argument("<code>", "the code that the browser shows")
    .action(async (code: string, options: OperatorOptions) => {
      say(options, await ask(options, "operator.allow", { code }), allowedLine);
    });

const denyCommand = (): Command =>
  operatorCommand("deny", "Deny the request with this code.")
    .argument("<code>", "the code that the browser shows")
    .action(async (code: string, options: OperatorOptions) => {
      say(options, await ask(options, "operator.deny", { code }), deniedLine);
    });

const allowedLine = (request: RequestView): string =>
  `${described(request)} is signed in as operator. To sign it out again: luxgate sessions end`;

const deniedLine = (request: RequestView): string => `${described(request)} was refused.`;

const described = ({ name, browser, address }: RequestView): string => `${name} (${browser} at ${address})`;
