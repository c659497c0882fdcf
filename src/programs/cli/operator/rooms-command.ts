import type { Command } from "commander";
import type { RoomView } from "../../../edges/control/views/room-view.ts";
import { type Column, csvOption, fits, nameOption, printList } from "../terminal/listing.ts";
import { ask, type OperatorOptions, operatorCommand } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate rooms                      every room with its contents
  luxgate rooms --name "Floor 2*"    rooms whose names begin with "Floor 2"
  luxgate rooms --empty              rooms without devices
  luxgate rooms --json               for scripts; --csv for spreadsheets`;

interface Options extends OperatorOptions {
  readonly name?: string;
  readonly empty: boolean;
  readonly csv: boolean;
}

const COLUMNS: readonly Column<RoomView>[] = [
  { heading: "NAME", cell: ({ name }) => name },
  { heading: "TYPE", cell: ({ type }) => type || "-" },
  { heading: "DEVICES", cell: ({ devices }) => String(devices) },
  { heading: "LIGHTS ON", cell: ({ lights, lightsOn }) => (lights === 0 ? "-" : `${lightsOn} of ${lights}`) },
  { heading: "SCENES", cell: ({ scenes }) => String(scenes) },
  { heading: "ACTIVE SCENE", cell: ({ activeScene }) => activeScene ?? "-" },
  { heading: "ID", cell: ({ id }) => id, isForPrograms: true },
];

/** `luxgate rooms` */
export const roomsCommand = (): Command =>
  nameOption(operatorCommand("rooms", "List the rooms."))
    .option("--empty", "only rooms without devices", false)
    .addOption(csvOption())
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      const fitsName = fits(options.name);
      const rooms = (await ask(options, "room.list", {})).filter(
        ({ name, devices }) => fitsName(name) && !(options.empty && devices > 0),
      );
      printList(options, rooms, { columns: COLUMNS, none: "No matching rooms." });
    });
