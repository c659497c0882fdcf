import type { Command } from "commander";
import { print } from "../operator/operator-command.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";
import { fleetStatusLines } from "./fleet-status-lines.ts";

/** Of a fleet that answers, but has problems. */
const PROBLEMS_CODE = 2;

const EXAMPLES = `
Examples:
  luxgate fleet status           gateways, lights, fronts and the state of the data
  luxgate fleet status --json    for scripts

Exit codes:
  0  no problems
  1  the servers could not be reached; the message shows why
  ${PROBLEMS_CODE}  there are problems: luxgate fleet problems lists them`;

/** `luxgate fleet status` */
export const fleetStatusCommand = (): Command =>
  fleetSubcommand("status", "Show the fleet's status.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: FleetOptions) => {
      const [{ withFleet }, { fleetStatus }] = await Promise.all([
        import("./operated-fleet.ts"),
        import("./fleet-status.ts"),
      ]);
      const status = await withFleet(options, fleetStatus);
      print(options, status, (shown) => fleetStatusLines(shown).join("\n"));
      if (status.problems > 0) process.exitCode = PROBLEMS_CODE;
    });
