import type { Command } from "commander";
import type { EnrolledMember } from "../../../edges/fleet/authority/members.ts";
import { type Column, csvOption, printList } from "../terminal/listing.ts";
import { localTime } from "../terminal/local-time.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet fronts           fronts that have credentials
  luxgate fleet fronts --json    for scripts; --csv for spreadsheets`;

const COLUMNS: readonly Column<EnrolledMember>[] = [
  { heading: "NAME", cell: ({ name }) => name },
  { heading: "ID", cell: ({ id }) => id },
  { heading: "ADDED", cell: ({ addedAt }) => localTime(addedAt) },
];

/** `luxgate fleet fronts` */
export const frontsCommand = (): Command =>
  fleetSubcommand("fronts", "List the fleet's fronts.")
    .addOption(csvOption())
    .addHelpText("after", EXAMPLES)
    .action(async (options: FleetOptions & { readonly csv: boolean }) => {
      const [{ withFleet }, { enrolledMembers }] = await Promise.all([
        import("./operated-fleet.ts"),
        import("../../../edges/fleet/authority/members.ts"),
      ]);
      const fronts = await withFleet(options, async ({ connect }) =>
        enrolledMembers(await connect("command"), "front"),
      );
      printList(options, fronts, { columns: COLUMNS, none: "No fronts. Add one with: luxgate fleet add-front" });
    });
