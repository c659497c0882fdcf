import type { Command } from "commander";
import type { SetUp } from "../../../edges/fleet/authority/set-up.ts";
import { say } from "../operator/operator-command.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet setup                                    once the servers run
  luxgate fleet setup --nats nats://192.168.1.30:4222    if they are elsewhere

It tells the servers who may do what (the fleet's NATS accounts) and creates the storage for the fleet's data.
Run the command again after an upgrade of Luxgate, or when a server has lost its disk. It creates only what is missing.`;

/** `luxgate fleet setup` */
export const setupCommand = (): Command =>
  fleetSubcommand("setup", "Prepare running NATS servers for the fleet.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: FleetOptions) => {
      const { serversOf, withFleet } = await import("./operated-fleet.ts");
      const { makeFleetData, publishAccounts } = await import("../../../edges/fleet/authority/set-up.ts");
      const result = await withFleet(options, async (fleet) => {
        const { folder, file, connect } = fleet;
        const accounts = await publishAccounts(serversOf(fleet), file, folder.seed("accounts"));
        return { accounts, ...(await makeFleetData(await connect("command"), file.name)) };
      });
      say(options, result, setUpLine);
    });

const setUpLine = ({ accounts, copies, identity }: SetUp): string => {
  const kept = copies === 3 ? "Three servers have a copy of all data." : "One server has the data: back it up.";
  const isNew = accounts === "published" || identity === "created";
  return `${isNew ? "The fleet is set up." : "The fleet was already set up."} ${kept}`;
};
