import type { Command } from "commander";
import { say } from "../operator/operator-command.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet press      open pairing for 10 s, at every front`;

/** `luxgate fleet press` */
export const fleetPressCommand = (): Command =>
  fleetSubcommand("press", "Let one client pair with the fleet within 10 s.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: FleetOptions) => {
      const [{ withFleet }, { press }] = await Promise.all([import("./operated-fleet.ts"), import("./client-keys.ts")]);
      say(options, await withFleet(options, press), ({ pairingMillis }) => {
        return `Button pressed. One client can pair at any front within ${pairingMillis / 1000} s.`;
      });
    });
