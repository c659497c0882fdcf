import type { Command } from "commander";
import { type Column, csvOption, fits, nameOption, printList } from "../terminal/listing.ts";
import { localTime } from "../terminal/local-time.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";
import type { GatewayRow } from "./gateway-list.ts";

const EXAMPLES = `
Examples:
  luxgate fleet gateways                       every gateway of the fleet
  luxgate fleet gateways --name "Floor*"       only some
  luxgate fleet gateways --offline             gateways that are not connected
  luxgate fleet gateways --json                for scripts; --csv for spreadsheets`;

interface Options extends FleetOptions {
  readonly name?: string;
  readonly offline: boolean;
  readonly csv: boolean;
}

const COLUMNS: readonly Column<GatewayRow>[] = [
  { heading: "NAME", cell: ({ name }) => name },
  { heading: "STATE", cell: ({ state }) => state },
  { heading: "VERSION", cell: ({ version }) => version ?? "-" },
  { heading: "LIGHTS", cell: ({ lights }) => (lights === null ? "-" : String(lights)) },
  { heading: "WAITING", cell: ({ pending }) => (pending ? String(pending) : "-") },
  { heading: "LAST CONTACT", cell: ({ lastContactAt }) => (lastContactAt === null ? "-" : localTime(lastContactAt)) },
  { heading: "PROBLEMS", cell: ({ problems }) => problems.join("; ") || "-" },
  { heading: "ID", cell: ({ id }) => id },
  { heading: "ADDRESS", cell: ({ address }) => address ?? "-", isForPrograms: true },
  {
    heading: "STARTED",
    cell: ({ startedAt }) => (startedAt === null ? "-" : localTime(startedAt)),
    isForPrograms: true,
  },
];

const NO_GATEWAYS = `No gateways are registered. Add one: luxgate fleet add "Floor 3"
If the servers lost their data, restore a backup instead: luxgate fleet restore <file>`;

/** `luxgate fleet gateways` */
export const gatewaysCommand = (): Command =>
  nameOption(fleetSubcommand("gateways", "List the fleet's gateways."))
    .option("--offline", "only gateways that are not connected", false)
    .addOption(csvOption())
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      const [{ withFleet }, { gatewayList }] = await Promise.all([
        import("./operated-fleet.ts"),
        import("./gateway-list.ts"),
      ]);
      const fitsName = fits(options.name);
      const all = await withFleet(options, gatewayList);
      const rows = all.filter(({ name, state }) => fitsName(name) && !(options.offline && state === "online"));
      const none = all.length === 0 ? NO_GATEWAYS : "No matching gateways.";
      printList(options, rows, { columns: COLUMNS, none });
    });
