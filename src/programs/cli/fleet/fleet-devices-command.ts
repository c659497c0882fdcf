import type { Command } from "commander";
import { DEVICE_COLUMNS, type DeviceFilters, isDeviceWanted, withDeviceFilters } from "../operator/devices-command.ts";
import { type Column, csvOption, printList } from "../terminal/listing.ts";
import type { FleetDevice } from "./device-list.ts";
import { type FleetOptions, fleetSubcommand, gatewayOption } from "./fleet-options.ts";

const EXAMPLES = `
Examples:
  luxgate fleet devices                            every device of every gateway
  luxgate fleet devices --gateway "Floor 3"        devices of one gateway
  luxgate fleet devices --offline --csv            offline devices, for a spreadsheet
  luxgate fleet devices --product "*bulb" --name "Desk*"

Devices of a gateway that is not connected are listed as offline.`;

interface Options extends FleetOptions, DeviceFilters {
  readonly gateway?: string;
  readonly csv: boolean;
}

const [NAME_COLUMN, ...OTHER_COLUMNS] = DEVICE_COLUMNS;

const COLUMNS: readonly Column<FleetDevice>[] = [
  ...(NAME_COLUMN ? [NAME_COLUMN] : []),
  { heading: "GATEWAY", cell: ({ gateways }) => gateways.join(", ") },
  ...OTHER_COLUMNS,
];

/** `luxgate fleet devices` */
export const fleetDevicesCommand = (): Command =>
  withDeviceFilters(fleetSubcommand("devices", "List the devices of the gateways and their state."))
    .addOption(gatewayOption())
    .addOption(csvOption())
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      const [{ withFleet }, { deviceList }] = await Promise.all([
        import("./operated-fleet.ts"),
        import("./device-list.ts"),
      ]);
      const devices = await withFleet(options, (fleet) => deviceList(fleet, options));
      printList(options, devices.filter(isDeviceWanted(options)), { columns: COLUMNS, none: "No matching devices." });
    });
