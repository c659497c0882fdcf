import type { Command } from "commander";
import { printable, printableJson } from "../../../shared/printable.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import {
  defined,
  followOption,
  type HistoryFilters,
  typedFilters,
  withHistoryFilters,
} from "../operator/history-command.ts";
import { damageLine, historyCells, historyLines } from "../operator/history-table.ts";
import { type Column, csvOption, printList } from "../terminal/listing.ts";
import { printOut } from "../terminal/standard-output.ts";
import { untilInterruptedOrUnread } from "../terminal/until-interrupted.ts";
import type { FleetHistory, FleetHistoryEntry, WantedHistory } from "./fleet-history.ts";
import { type FleetOptions, fleetSubcommand, gatewayOption } from "./fleet-options.ts";

/** Some gateways gave no history. */
const PARTLY_CODE = 2;

const EXAMPLES = `
Examples:
  luxgate fleet history                             the last 50 entries of all gateways, the newest last
  luxgate fleet history --gateway "Floor 3"         of one gateway
  luxgate fleet history --device "Lamp 3.1"         who changed it, and the outcome
  luxgate fleet history --since 2h --last all       every entry of the last two hours
  luxgate fleet history --by operator --csv         what operators did, for a spreadsheet
  luxgate fleet history --follow                    also show new entries, until Ctrl-C
  luxgate fleet history --json | jq .               one JSON object per entry

The command asks every gateway for its history. Times come from the gateways' clocks.

Exit code ${PARTLY_CODE}: some gateways gave no history; the message names them. With --follow, the command names them and continues.`;

interface Options extends FleetOptions, HistoryFilters {
  readonly gateway?: string;
  readonly csv: boolean;
  readonly follow: boolean;
}

const cell = (index: number) => (entry: FleetHistoryEntry) => historyCells(entry)[index] ?? "";

const COLUMNS: readonly Column<FleetHistoryEntry>[] = [
  { heading: "WHEN", cell: cell(0) },
  { heading: "GATEWAY", cell: ({ gateway }) => gateway },
  { heading: "WHO", cell: cell(1) },
  { heading: "WHAT", cell: cell(2) },
  { heading: "OUTCOME", cell: cell(3) },
];

/** `luxgate fleet history` */
export const fleetHistoryCommand = (): Command =>
  withHistoryFilters(fleetSubcommand("history", "Show who changed what at the gateways, when, and with what outcome."))
    .addOption(gatewayOption())
    .addOption(csvOption())
    .addOption(followOption().conflicts("csv"))
    .addHelpText("after", EXAMPLES)
    .action(async ({ device, by, since, gateway, ...options }: Options) => {
      const filters = defined({ device, by, since, gateway });
      const wanted = { ...filters, last: options.last };
      if (options.follow) return untilInterruptedOrUnread((ended) => follow(wanted, options, ended));
      const [{ withFleet }, { fleetHistory }] = await Promise.all([
        import("./operated-fleet.ts"),
        import("./fleet-history.ts"),
      ]);
      show(await withFleet(options, (fleet) => fleetHistory(fleet, wanted)), options, typedFilters(filters));
    });

async function follow(wanted: WantedHistory, options: FleetOptions, ended: AbortSignal): Promise<void> {
  const [{ withFleet }, { followHistory }] = await Promise.all([
    import("./operated-fleet.ts"),
    import("./follow-history.ts"),
  ]);
  const onEntries = (entries: readonly FleetHistoryEntry[]) => {
    if (options.json) for (const entry of entries) printOut(printableJson(entry));
    else for (const line of historyLines(entries, ({ gateway }) => gateway)) printOut(line);
  };
  const following = { clock: SYSTEM_CLOCK, today: () => new Date(), ended, onEntries, onNotice: complain };
  await withFleet(options, (fleet) => followHistory(fleet, wanted, following));
}

const complain = (line: string): void => void process.stderr.write(`${printable(line)}\n`);

function show(
  { entries, unreadable, missing }: FleetHistory,
  options: Pick<Options, "json" | "csv">,
  filters: readonly string[],
): void {
  const none = filters.length === 0 ? "The history is empty." : `No history entries match ${filters.join(", ")}.`;
  if (options.json) for (const entry of entries) printOut(printableJson(entry));
  // Where a gateway gave none, nobody knows whether there are entries.
  else if (entries.length > 0 || missing.length === 0 || options.csv)
    printList(options, entries, { columns: COLUMNS, none });
  const damage = damageLine(unreadable);
  const lines = [
    ...(damage === undefined ? [] : [damage]),
    ...missing.map(({ gateway, why }) => `No history from "${gateway}": ${why}.`),
  ];
  for (const line of lines) complain(line);
  if (missing.length > 0) process.exitCode = PARTLY_CODE;
}
