import type { Command } from "commander";
import { say } from "../operator/operator-command.ts";
import { noSessions, SESSION_COLUMNS } from "../operator/session-table.ts";
import { csvOption, printList } from "../terminal/listing.ts";
import { refuseUnknownSubcommand } from "../unknown-subcommand.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet sessions                  every browser that is signed in as operator of the fleet
  luxgate fleet sessions end 3F2A91B0     the first characters of the id are enough
  luxgate fleet sessions --json           for scripts; --csv for spreadsheets

A session is valid at every front and ends after 12 hours. "luxgate fleet open" prints a link that starts one, and
"luxgate fleet operators allow" starts one in a browser that asks. The time of the last use is up to 5 minutes old.`;

/** `luxgate fleet sessions …` */
export const fleetSessionsCommand = (): Command =>
  fleetSubcommand("sessions", "List operator sessions in browsers, or end one.")
    .alias("session")
    .addOption(csvOption())
    .addCommand(endCommand())
    .addHelpText("after", EXAMPLES)
    .enablePositionalOptions()
    .helpCommand(true)
    .allowExcessArguments()
    .action(async (options: FleetOptions & { readonly csv: boolean }, command: Command) => {
      refuseUnknownSubcommand(command);
      const [{ withFleet }, { operatorSessions }] = await parts();
      const sessions = await withFleet(options, operatorSessions);
      printList(options, sessions, { columns: SESSION_COLUMNS, none: noSessions("luxgate fleet open") });
    });

const endCommand = (): Command =>
  fleetSubcommand("end", "End a session, which signs the operator out in that browser.")
    .argument("<session>", "its id, or the first characters of its id")
    .action(async (session: string, options: FleetOptions) => {
      const [{ withFleet }, { endSession }] = await parts();
      say(options, await withFleet(options, (fleet) => endSession(fleet, session)), ({ name, browser, address }) => {
        return `The session of ${name ?? browser} at ${address} was ended. That browser is signed out at every front.`;
      });
    });

const parts = () => Promise.all([import("./operated-fleet.ts"), import("./operator-sessions.ts")]);
