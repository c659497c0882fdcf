import type { Command } from "commander";
import type { KeyView } from "../../control/views/key-view.ts";
import { CommandFault } from "../command-fault.ts";
import { keyTable } from "./key-table.ts";
import { ask, type OperatorOptions, operatorCommand, print, say } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate keys                          every client that is paired, the newest last
  luxgate keys revoke 3F2A91B0          the first characters of the id are enough
  luxgate keys revoke "acme#panel"      so is the name, where only one client bears it
  luxgate keys --json                   for scripts

To pair a client: press the button ("luxgate press"), and have it pair within 10 seconds.`;

/** `luxgate keys …` */
export const keysCommand = (): Command =>
  operatorCommand("keys", "List the clients that are paired, and revoke their keys.")
    .alias("key")
    .addCommand(revokeCommand())
    .addHelpText("after", EXAMPLES)
    .enablePositionalOptions()
    .helpCommand(true)
    .allowExcessArguments()
    .action(async (options: OperatorOptions, { args }: Command) => {
      const [unknown] = args;
      if (unknown !== undefined) throw new CommandFault([`There is no "keys ${unknown}"; it takes revoke.`]);
      print(options, await ask(options, "key.list", {}), keyTable);
    });

const revokeCommand = (): Command =>
  operatorCommand("revoke", "Take a client's key from it: it can change nothing any more.")
    .argument("<key>", "its id, how that begins, or the client's name")
    .action(async (key: string, options: OperatorOptions) => {
      say(options, await ask(options, "key.revoke", { key }), revokedLine);
    });

const revokedLine = ({ name, id }: KeyView): string =>
  `The key of "${name}" (${id}) is revoked: this client can change nothing any more.`;
