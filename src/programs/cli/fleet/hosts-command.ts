import { join, resolve } from "node:path";
import { Command } from "commander";
import { print } from "../operator/operator-command.ts";
import { folderOption } from "./fleet-options.ts";
import { dataFolderOption, hostNames } from "./server-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet hosts nats-1.lan,nats-2.lan,nats-3.lan    from one server to three, or to other hosts
  luxgate fleet hosts 10.0.0.5                            one server

This writes the configuration of the servers again and saves their addresses. The fleet's keys stay the same.
The servers themselves do not change until you copy the configuration to them.`;

interface Options {
  readonly folder?: string;
  readonly dataFolder?: string;
  readonly json: boolean;
}

/** `luxgate fleet hosts` */
export const hostsCommand = (): Command =>
  new Command("hosts")
    .description("Change the hosts of the fleet's servers in their configuration.")
    .argument("<names>", "host names of the servers: one or three, separated by commas", hostNames)
    .addOption(folderOption())
    .addOption(dataFolderOption("where the servers keep their data (default: as before)"))
    .option("--json", "print JSON", false)
    .addHelpText("after", EXAMPLES)
    .action(async (hosts: readonly string[], { dataFolder, ...options }: Options) => {
      const { withFleet } = await import("./operated-fleet.ts");
      const { changeHosts } = await import("../../../edges/fleet/authority/make-fleet.ts");
      const changed = await withFleet(options, async ({ folder }) => {
        const places = dataFolder === undefined ? { hosts } : { hosts, dataFolder: resolve(dataFolder) };
        const { servers, dataFolder: kept } = await changeHosts(folder, places);
        return {
          servers,
          dataFolder: kept,
          configuration: join(folder.path, "servers", hosts.length === 1 ? "one-node" : "three-nodes"),
        };
      });
      print(
        options,
        changed,
        ({ configuration, dataFolder }) =>
          `The configuration of the servers is in ${configuration}. They keep their data in ${dataFolder}.`,
      );
    });
