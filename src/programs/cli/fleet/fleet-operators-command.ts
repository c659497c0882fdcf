import type { Command } from "commander";
import type { RequestView } from "../../../edges/control/views/access-view.ts";
import { say } from "../operator/operator-command.ts";
import { NO_REQUESTS, REQUEST_COLUMNS } from "../operator/request-table.ts";
import { csvOption, printList } from "../terminal/listing.ts";
import { refuseUnknownSubcommand } from "../unknown-subcommand.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet operators                    browsers that ask to sign in as operator of the fleet
  luxgate fleet operators allow KTQM-XBHP    sign in the browser that shows this code
  luxgate fleet operators deny KTQM-XBHP
  luxgate fleet operators --json             for scripts; --csv for spreadsheets

A browser asks on the web page of a front, under Operator, and shows a code. Compare the code: anybody on the
network can ask, under any name. A request expires after 5 minutes. "luxgate fleet sessions" lists and ends sessions.`;

/** `luxgate fleet operators …` */
export const fleetOperatorsCommand = (): Command =>
  fleetSubcommand("operators", "Allow or deny browsers that ask to sign in as operator.")
    .alias("operator")
    .addOption(csvOption())
    .addCommand(allowCommand())
    .addCommand(denyCommand())
    .addHelpText("after", EXAMPLES)
    .enablePositionalOptions()
    .helpCommand(true)
    .allowExcessArguments()
    .action(async (options: FleetOptions & { readonly csv: boolean }, command: Command) => {
      refuseUnknownSubcommand(command);
      const [{ withFleet }, { operatorRequests }] = await parts();
      const requests = await withFleet(options, operatorRequests);
      printList(options, requests, { columns: REQUEST_COLUMNS, none: NO_REQUESTS });
    });

const allowCommand = (): Command =>
  fleetSubcommand("allow", "Sign in the browser that shows this code as operator.")
    .argument("<code>", "the code that the browser shows")
    .action(async (code: string, options: FleetOptions) => {
      const [{ withFleet }, { allowRequest }] = await parts();
      say(options, await withFleet(options, (fleet) => allowRequest(fleet, code)), allowedLine);
    });

const denyCommand = (): Command =>
  fleetSubcommand("deny", "Refuse the browser that shows this code.")
    .argument("<code>", "the code that the browser shows")
    .action(async (code: string, options: FleetOptions) => {
      const [{ withFleet }, { denyRequest }] = await parts();
      say(options, await withFleet(options, (fleet) => denyRequest(fleet, code)), deniedLine);
    });

const allowedLine = (request: RequestView): string =>
  `${described(request)} is signed in as operator. To sign it out again: luxgate fleet sessions end`;

const deniedLine = (request: RequestView): string => `${described(request)} was refused.`;

const described = ({ name, browser, address }: RequestView): string => `${name} (${browser} at ${address})`;

const parts = () => Promise.all([import("./operated-fleet.ts"), import("./operator-requests.ts")]);
