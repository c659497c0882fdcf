import type { Command } from "commander";
import { type Column, csvOption, printList } from "../terminal/listing.ts";
import { localTime } from "../terminal/local-time.ts";
import { type FleetOptions, fleetSubcommand, gatewayOption } from "./fleet-options.ts";
import type { ProblemRow } from "./problem-list.ts";

const PROBLEMS_CODE = 2;

const EXAMPLES = `
Examples:
  luxgate fleet problems                         every problem of gateways and servers
  luxgate fleet problems --gateway "Floor 3"     problems of one gateway
  luxgate fleet problems --json                  for scripts; --csv for spreadsheets

KIND is one of:
  offline          the gateway lost its connection, or its machine is down
  stopped          somebody stopped the gateway
  never connected  the gateway was added, but never started with its credentials
  conflict         two gateways use the same credentials: stop one, or run luxgate fleet renew
  gateway          the gateway reports a problem of its own: run luxgate status on its machine
  not understood   the gateway published something that this version cannot read
  left over        the gateway's data folder was replaced. The fleet hides its old lights and rooms.
                   You need not do anything, and the exit code stays 0
  removed          the gateway was removed, but some of its entries are still there: run luxgate fleet remove again
  not registered   the fleet's servers have lost who its gateways are: run luxgate fleet restore
  collision        gateways use the same id for different things
  server           a server, or a copy of the fleet's data, is missing or behind

Exit code ${PROBLEMS_CODE}: there are problems.`;

interface Options extends FleetOptions {
  readonly gateway?: string;
  readonly csv: boolean;
}

const COLUMNS: readonly Column<ProblemRow>[] = [
  { heading: "GATEWAY", cell: ({ gateways }) => gateways.join(", ") || "-" },
  { heading: "KIND", cell: ({ kind }) => kind },
  { heading: "PROBLEM", cell: ({ problem }) => problem },
  { heading: "SINCE", cell: ({ since }) => (since === null ? "-" : localTime(since)) },
];

/** `luxgate fleet problems` */
export const problemsCommand = (): Command =>
  fleetSubcommand("problems", "List problems of gateways and servers.")
    .addOption(gatewayOption())
    .addOption(csvOption())
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      const [{ withFleet }, { needsAction, problemList }] = await Promise.all([
        import("./operated-fleet.ts"),
        import("./problem-list.ts"),
      ]);
      const rows = await withFleet(options, (fleet) => problemList(fleet, options));
      printList(options, rows, { columns: COLUMNS, none: "No problems." });
      if (rows.some(needsAction)) process.exitCode = PROBLEMS_CODE;
    });
