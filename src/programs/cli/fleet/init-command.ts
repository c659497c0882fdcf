import { resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { cleanName } from "../../../core/home/model/name.ts";
import { codeOf } from "../../../shared/error-code.ts";
import { folder } from "../arguments.ts";
import { CommandFault } from "../command-fault.ts";
import { print } from "../operator/operator-command.ts";
import { fleetFolderPath } from "./fleet-folder-path.ts";
import { DATA_FOLDER, dataFolderOption, hostNames } from "./server-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet init                                         one server on this computer
  luxgate fleet init ./fleet --name "Grand Hotel"            in a folder of your choice
  luxgate fleet init --hosts nats-1.lan,nats-2.lan,nats-3.lan    three servers
  luxgate fleet init --hosts nats-1.lan --tls                encrypted; put certificates on each server (see below)

README.txt in the new folder says where to keep each key. With --tls, put your own certificates into /etc/nats on
each server before you start it: server.pem, server-key.pem and ca.pem.`;

interface Options {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly dataFolder: string;
  readonly tls: boolean;
  readonly json: boolean;
}

/** `luxgate fleet init` */
export const initCommand = (): Command =>
  new Command("init")
    .description("Make the keys of a new fleet and the configuration of its servers.")
    .argument("[folder]", "a new folder (default: luxgate/fleet in the user's config folder)", folder)
    .addOption(new Option("--name <name>", "name of the fleet").argParser(fleetName).default("Fleet"))
    .addOption(
      new Option("--hosts <names>", "host names of the servers: one or three, separated by commas")
        .argParser(hostNames)
        .default([], "127.0.0.1"),
    )
    .addOption(dataFolderOption().default(DATA_FOLDER))
    .option("--tls", "encrypt all connections; each server needs a certificate", false)
    .option("--json", "print JSON", false)
    .addHelpText("after", EXAMPLES)
    .action(async (given: string | undefined, { name, hosts, dataFolder, tls, json }: Options) => {
      const { FleetFolder } = await import("../../../edges/fleet/authority/fleet-folder.ts");
      const { makeFleet } = await import("../../../edges/fleet/authority/make-fleet.ts");
      const { LUXGATE_FLEET_FOLDER } = process.env;
      const made = new FleetFolder(resolve(given ?? LUXGATE_FLEET_FOLDER ?? fleetFolderPath()));
      try {
        if (!made.isEmpty) throw new CommandFault([`${made.path} is not empty. Choose a new folder for the fleet.`]);
        await makeFleet(made, {
          name,
          hosts,
          dataFolder: resolve(dataFolder),
          isEncrypted: tls,
          madeAt: new Date(),
        });
      } catch (error) {
        if (error instanceof CommandFault) throw error;
        throw new CommandFault([`The fleet cannot be written to ${made.path} (${codeOf(error)}).`], error);
      }
      const isThree = hosts.length > 1;
      print({ json }, { folder: made.path, name }, () => madeLines(made.path, isThree).join("\n"));
    });

const madeLines = (path: string, isThree: boolean): readonly string[] => [
  `The keys of the fleet are in ${path}. They are secret: read README.txt there.`,
  "",
  "Next:",
  ...(isThree
    ? [`  1. Copy ${path}/servers/three-nodes/node-1 to /etc/nats on the first host, node-2 to the second, and so on.`]
    : [`  1. Copy ${path}/servers/one-node to /etc/nats on the host of the server.`]),
  "  2. Start the servers: nats-server -c /etc/nats/nats-server.conf",
  "  3. Set up the fleet: luxgate fleet setup",
  '  4. Add a gateway: luxgate fleet add "Floor 3"',
];

function fleetName(text: string): string {
  const name = cleanName(text);
  if (name !== "") return name;
  throw new InvalidArgumentError("Expected a name with at least one visible character.");
}
