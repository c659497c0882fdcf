import type { Command } from "commander";
import { type Column, csvOption, printList } from "../terminal/listing.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";
import type { ServerRow } from "./server-list.ts";

const EXAMPLES = `
Examples:
  luxgate fleet servers           NATS servers, their versions and the state of their copies of the data
  luxgate fleet servers --json    for scripts; --csv for spreadsheets

COPIES is the state of a server's copies of the fleet's data:
  current  has all data
  behind   is copying data from the others
  offline  the server does not answer
  unknown  no server is the leader of this data, so nothing can be written. Most servers must run
  none     has no copy
LEADS shows for which data this server is the leader: it manages that data for all servers. You need not change it.
The data is:
  fleet  lights, rooms and scenes
  keys   the fleet's identity, its gateways and fronts, and the digests of clients' keys

Exit code 2: a server is missing, or its copies are not current. Do not restart another server until the code is 0.`;

const COLUMNS: readonly Column<ServerRow>[] = [
  { heading: "SERVER", cell: ({ name }) => name },
  { heading: "VERSION", cell: ({ version }) => version ?? "-" },
  { heading: "CONNECTIONS", cell: ({ connections }) => (connections === null ? "-" : String(connections)) },
  { heading: "COPIES", cell: ({ copies }) => copies },
  { heading: "LEADS", cell: ({ leads }) => leads.join(", ") || "-" },
];

const NOT_READY = 2;

/** `luxgate fleet servers` */
export const serversCommand = (): Command =>
  fleetSubcommand("servers", "List the NATS servers, and whether they have all of the fleet's data.")
    .addOption(csvOption())
    .addHelpText("after", EXAMPLES)
    .action(async (options: FleetOptions & { readonly csv: boolean }) => {
      const [{ withFleet }, { serverList }] = await Promise.all([
        import("./operated-fleet.ts"),
        import("./server-list.ts"),
      ]);
      const rows = await withFleet(options, serverList);
      printList(options, rows, { columns: COLUMNS });
      const isWell = rows.every(({ version, copies }) => version !== null && ["current", "none"].includes(copies));
      if (!isWell) process.exitCode = NOT_READY;
    });
