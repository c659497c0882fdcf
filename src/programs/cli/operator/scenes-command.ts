import type { Command } from "commander";
import type { SceneView } from "../../../edges/control/views/room-view.ts";
import { type Column, csvOption, fits, nameOption, printList } from "../terminal/listing.ts";
import { withSquares } from "../terminal/paint.ts";
import { ask, type OperatorOptions, operatorCommand } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate scenes                  every scene
  luxgate scenes --room Kitchen   the scenes of a room
  luxgate scenes --active         active scenes
  luxgate scenes --json           for scripts; --csv for spreadsheets`;

interface Options extends OperatorOptions {
  readonly name?: string;
  readonly room?: string;
  readonly active: boolean;
  readonly csv: boolean;
}

const COLUMNS: readonly Column<SceneView>[] = [
  { heading: "NAME", cell: ({ name }) => name },
  { heading: "ROOM", cell: ({ room }) => room },
  {
    heading: "COLOURS",
    cell: ({ keptByLamps, colours }) => (keptByLamps ? "kept by the lamps" : withSquares(colours.join(" "), colours)),
  },
  { heading: "ACTIVE", cell: ({ active }) => (active ? "yes" : "no") },
  { heading: "ID", cell: ({ id }) => id, isForPrograms: true },
];

/** `luxgate scenes` */
export const scenesCommand = (): Command =>
  nameOption(operatorCommand("scenes", "List the scenes."))
    .option("--room <room>", "only scenes of this room")
    .option("--active", "only active scenes", false)
    .addOption(csvOption())
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      const [fitsName, fitsRoom] = [fits(options.name), fits(options.room)];
      const scenes = (await ask(options, "scene.list", {})).filter(
        ({ name, room, active }) => fitsName(name) && fitsRoom(room) && (active || !options.active),
      );
      printList(options, scenes, { columns: COLUMNS, none: "No matching scenes." });
    });
