import type { Command } from "commander";
import type { DeviceView } from "../../../edges/control/views/device-view.ts";
import { type Column, csvOption, fits, nameOption, printList } from "../terminal/listing.ts";
import { withSquares } from "../terminal/paint.ts";
import { freshnessTable } from "./freshness-table.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate devices                                every device; devices that are not yet part of the home come last
  luxgate devices --room Kitchen --offline       offline devices in a room
  luxgate devices --product "*bulb" --name "Desk*"
  luxgate devices --freshness                    whether lamps confirmed the values shown
  luxgate devices --json                         for scripts
  luxgate devices --csv > devices.csv            for spreadsheets; edit the names there, then:
  luxgate device rename --from devices.csv --dry-run

With --freshness, each value is "confirmed" (the lamp reported it), "assumed" (it was commanded or inferred, but not
reported) or "remembered" (it is from before a restart, or from before a backend became unreachable).`;

export interface DeviceFilters {
  readonly room?: string;
  readonly product?: string;
  readonly name?: string;
  readonly offline: boolean;
  readonly online: boolean;
  readonly unadmitted: boolean;
}

interface Options extends OperatorOptions, DeviceFilters {
  readonly freshness: boolean;
  readonly csv: boolean;
}

export const DEVICE_COLUMNS: readonly Column<DeviceView>[] = [
  { heading: "NAME", cell: ({ name }) => name },
  { heading: "ROOM", cell: ({ room }) => room ?? "-" },
  { heading: "PRODUCT", cell: ({ product }) => product },
  { heading: "SERIAL", cell: ({ serial }) => serial },
  { heading: "STATE", cell: ({ state, lights }) => withSquares(state || "-", coloursOf(lights)) },
  { heading: "ONLINE", cell: ({ online }) => (online ? "yes" : "no") },
  { heading: "ADMITTED", cell: ({ admitted }) => (admitted ? "yes" : "no") },
  { heading: "ID", cell: ({ id }) => id, isForPrograms: true },
];

export const withDeviceFilters = (command: Command): Command =>
  nameOption(command)
    .option("--room <room>", 'only devices in this room; "none" for devices in no room')
    .option("--product <pattern>", 'only devices of this product, such as "colour bulb" or "*bulb"')
    .option("--offline", "only offline devices", false)
    .option("--online", "only online devices", false)
    .option("--unadmitted", "only devices that are not yet part of the home; to add one: luxgate device admit", false);

/** `luxgate devices` */
export const devicesCommand = (): Command =>
  withDeviceFilters(operatorCommand("devices", "List the devices and their state."))
    .option("--freshness", "show whether lamps confirmed their values", false)
    .addOption(csvOption())
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      if (options.freshness) return print(options, await ask(options, "light.freshness", {}), freshnessTable);
      const devices = (await ask(options, "device.list", {})).filter(isDeviceWanted(options));
      printList(options, devices, { columns: DEVICE_COLUMNS, none: "No matching devices." });
    });

export function isDeviceWanted({
  room,
  product,
  name,
  offline,
  online,
  unadmitted,
}: DeviceFilters): (device: DeviceView) => boolean {
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
