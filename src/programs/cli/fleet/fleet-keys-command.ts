import type { Command } from "commander";
import { cleanName } from "../../../core/home/model/name.ts";
import type { KeyView } from "../../../edges/control/views/access-view.ts";
import { CommandFault } from "../command-fault.ts";
import { print, say } from "../operator/operator-command.ts";
import { type Column, csvOption, fits, nameOption, printList } from "../terminal/listing.ts";
import { localTime } from "../terminal/local-time.ts";
import { refuseUnknownSubcommand } from "../unknown-subcommand.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet keys                              every client of the fleet, the newest last
  luxgate fleet keys add "acme#panel"             make a key for a client that cannot pair
  luxgate fleet keys revoke "acme#panel"          by name, or by the first characters of the id
  luxgate fleet keys --json                       for scripts; --csv for spreadsheets

To let a client pair instead, run "luxgate fleet press". The client can then pair at any front within 10 s.`;

interface Options extends FleetOptions {
  readonly name?: string;
  readonly csv: boolean;
}

const COLUMNS: readonly Column<KeyView>[] = [
  { heading: "CLIENT", cell: ({ name }) => name },
  { heading: "ID", cell: ({ id }) => id },
  { heading: "CREATED", cell: ({ madeAt }) => localTime(madeAt) },
  { heading: "LAST USED", cell: ({ lastUsedAt }) => (lastUsedAt === null ? "-" : localTime(lastUsedAt)) },
];

/** `luxgate fleet keys …` */
export const fleetKeysCommand = (): Command =>
  listing(fleetSubcommand("keys", "List the fleet's clients, add a key, or revoke one."))
    .alias("key")
    .addCommand(listing(fleetSubcommand("list", "List the fleet's clients.")).action(list))
    .addCommand(addKeyCommand())
    .addCommand(revokeCommand())
    .addHelpText("after", EXAMPLES)
    .enablePositionalOptions()
    .helpCommand(true)
    .allowExcessArguments()
    .action(async (options: Options, command: Command) => {
      refuseUnknownSubcommand(command);
      await list(options);
    });

const listing = (command: Command): Command => nameOption(command).addOption(csvOption());

async function list(options: Options): Promise<void> {
  const [{ withFleet }, { clientKeys }] = await parts();
  const fitsName = fits(options.name);
  const keys = (await withFleet(options, clientKeys)).filter(({ name }) => fitsName(name));
  printList(options, keys, { columns: COLUMNS, none: "No matching clients. Pair one with: luxgate fleet press" });
}

const addKeyCommand = (): Command =>
  fleetSubcommand("add", "Make a key and print it. It cannot be shown again.")
    .argument("<name>", "the client's name, such as acme#panel")
    .action(async (given: string, options: FleetOptions) => {
      const name = cleanName(given);
      if (name === "") throw new CommandFault(["A name needs at least one visible character."]);
      const [{ withFleet }, { addClientKey }] = await parts();
      const added = await withFleet(options, (fleet) => addClientKey(fleet, name));
      print(options, added, ({ key }) => key);
      if (!options.json) process.stderr.write("This is the only time that the key is shown. Keep it secret.\n");
    });

const revokeCommand = (): Command =>
  fleetSubcommand("revoke", "Revoke a client's key at every front.")
    .argument("<key>", "its id, the first characters of its id, or the client's name")
    .action(async (words: string, options: FleetOptions) => {
      const [{ withFleet }, { revokeClientKey }] = await parts();
      const revoked = await withFleet(options, (fleet) => revokeClientKey(fleet, words));
      say(options, revoked, ({ name, id }) => `The key of "${name}" (${id}) was revoked. Every front refuses it.`);
    });

const parts = () => Promise.all([import("./operated-fleet.ts"), import("./client-keys.ts")]);
