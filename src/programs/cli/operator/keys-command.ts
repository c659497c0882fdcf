import type { Command } from "commander";
import type { KeyView } from "../../../edges/control/views/access-view.ts";
import { type Column, csvOption, fits, nameOption, printList } from "../terminal/listing.ts";
import { refuseUnknownSubcommand } from "../unknown-subcommand.ts";
import { keyTable } from "./key-table.ts";
import { ask, type OperatorOptions, operatorCommand, print, say } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate keys                          every paired client, the newest last
  luxgate keys revoke 3F2A91B0          by its id, or the first characters of its id
  luxgate keys revoke "acme#panel"      by its name, if no other client has this name
  luxgate keys --name "acme#*"          the clients of one vendor
  luxgate keys --unused                 keys that were never used
  luxgate keys --json                   for scripts; --csv for spreadsheets

To pair a client, press the button ("luxgate press"), then pair in the client within 10 s.`;

interface Options extends OperatorOptions {
  readonly name?: string;
  readonly unused: boolean;
  readonly csv: boolean;
}

const CSV_COLUMNS: readonly Column<KeyView>[] = [
  { heading: "who", cell: ({ name }) => name },
  { heading: "id", cell: ({ id }) => id },
  { heading: "made", cell: ({ madeAt }) => madeAt },
  { heading: "last used", cell: ({ lastUsedAt }) => lastUsedAt ?? "" },
];

/** `luxgate keys …` */
export const keysCommand = (): Command =>
  nameOption(operatorCommand("keys", "List paired clients, or revoke their keys."))
    .option("--unused", "only keys that were never used", false)
    .addOption(csvOption())
    .alias("key")
    .addCommand(revokeCommand())
    .addHelpText("after", EXAMPLES)
    .enablePositionalOptions()
    .helpCommand(true)
    .allowExcessArguments()
    .action(async (options: Options, command: Command) => {
      refuseUnknownSubcommand(command);
      const fitsName = fits(options.name);
      const keys = (await ask(options, "key.list", {})).filter(
        ({ name, lastUsedAt }) => fitsName(name) && !(options.unused && lastUsedAt !== null),
      );
      if (options.csv) printList(options, keys, { columns: CSV_COLUMNS });
      else print(options, keys, keyTable);
    });

const revokeCommand = (): Command =>
  operatorCommand("revoke", "Revoke a client's key. The client must pair again.")
    .argument("<key>", "its id, the first characters of its id, or the client's name")
    .action(async (key: string, options: OperatorOptions) => {
      say(options, await ask(options, "key.revoke", { key }), revokedLine);
    });

const revokedLine = ({ name, id }: KeyView): string =>
  `The key of "${name}" (${id}) was revoked. This client can no longer change anything.`;
