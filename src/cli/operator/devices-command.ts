import type { Command } from "commander";
import type { DeviceView } from "../../control/views/device-view.ts";
import { type Column, csvOption, fits, nameOption, printList } from "../terminal/listing.ts";
import { withSquares } from "../terminal/paint.ts";
import { freshnessTable } from "./freshness-table.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate devices                                every device, those that nobody admitted last
  luxgate devices --room Kitchen --offline       what cannot be reached there
  luxgate devices --product "*bulb" --name "Desk*"
  luxgate devices --freshness                    whether lamps said what is shown of them
  luxgate devices --json                         for scripts
  luxgate devices --csv > devices.csv            for spreadsheets; change names there, then:
  luxgate device rename --from devices.csv --dry-run

With --freshness each value is "confirmed" (the lamp said so), "assumed" (it was told so, or is believed so) or
"remembered" (it was so before a restart).`;

interface Filters {
  readonly room?: string;
  readonly product?: string;
  readonly name?: string;
  readonly offline: boolean;
  readonly online: boolean;
  readonly unadmitted: boolean;
}

interface Options extends OperatorOptions, Filters {
  readonly freshness: boolean;
  readonly csv: boolean;
}

const COLUMNS: readonly Column<DeviceView>[] = [
  { heading: "NAME", cell: ({ name }) => name },
  { heading: "ROOM", cell: ({ room }) => room ?? "-" },
  { heading: "PRODUCT", cell: ({ product }) => product },
  { heading: "SERIAL", cell: ({ serial }) => serial },
  { heading: "STATE", cell: ({ state, lights }) => withSquares(state || "-", coloursOf(lights)) },
  { heading: "ONLINE", cell: ({ online }) => (online ? "yes" : "no") },
  { heading: "ADMITTED", cell: ({ admitted }) => (admitted ? "yes" : "no") },
  { heading: "ID", cell: ({ id }) => id, isForPrograms: true },
];

/** `luxgate devices` */
export const devicesCommand = (): Command =>
  nameOption(operatorCommand("devices", "List the devices and what they show."))
    .option("--room <room>", 'only those in this room; "none" for those in no room')
    .option("--product <pattern>", 'only products of this kind, such as "colour bulb" or "*bulb"')
    .option("--offline", "only those that cannot be reached", false)
    .option("--online", "only those that can be reached", false)
    .option("--unadmitted", "only those that nobody admitted", false)
    .option("--freshness", "show how each value of a lamp is known", false)
    .addOption(csvOption())
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      if (options.freshness) return print(options, await ask(options, "light.freshness", {}), freshnessTable);
      const devices = (await ask(options, "device.list", {})).filter(isWanted(options));
      printList(options, devices, { columns: COLUMNS, none: "There is no such device." });
    });

function isWanted({ room, product, name, offline, online, unadmitted }: Filters): (device: DeviceView) => boolean {
  const [fitsRoom, fitsProduct, fitsName] = [fits(room), fits(product), fits(name)];
  return (device) =>
    fitsRoom(device.room ?? "none") &&
    fitsProduct(device.product) &&
    fitsName(device.name) &&
    !(offline && device.online) &&
    !(online && !device.online) &&
    !(unadmitted && device.admitted);
}

const coloursOf = (lights: DeviceView["lights"]): readonly string[] =>
  lights.flatMap(({ on, colours }) => (on ? colours : []));
