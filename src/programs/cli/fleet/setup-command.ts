import type { Command } from "commander";
import { say } from "../operator/operator-command.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";
import type { FleetSetUp } from "./set-up-fleet.ts";

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
      const [{ withFleet }, { setUpFleet }] = await Promise.all([
        import("./operated-fleet.ts"),
        import("./set-up-fleet.ts"),
      ]);
      say(options, await withFleet(options, setUpFleet), setUpLine);
    });

const RESTORE_ADVICE =
  "The servers had lost the fleet's gateways, fronts and clients. Restore your backup now: luxgate fleet restore <file>";

const setUpLine = ({ accounts, copies, identity, hadLostData }: FleetSetUp): string => {
  const kept = copies === 3 ? "Three servers have a copy of all data." : "One server has the data: back it up.";
  const isNew = accounts === "published" || identity === "created";
  const next = hadLostData ? `\n${RESTORE_ADVICE}` : "";
  return `${isNew ? "The fleet is set up." : "The fleet was already set up."} ${kept}${next}`;
};
