import type { Command } from "commander";
import type { SceneView } from "../../control/views/scene-view.ts";
import { withSquares } from "../terminal/paint.ts";
import { type Cell, table } from "../terminal/table.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate scenes            every scene
  luxgate scenes --json     for scripts`;

const HEADINGS = ["NAME", "ROOM", "COLOURS", "ACTIVE"];

/** `luxgate scenes` */
export const scenesCommand = (): Command =>
  operatorCommand("scenes", "List the scenes.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: OperatorOptions) => {
      const scenes = await ask(options, "scene.list", {});
      print(options, scenes, (all) => table(HEADINGS, all.map(row)));
    });

const row = ({ name, room, colours, keptByLamps, active }: SceneView): readonly Cell[] => [
  name,
  room,
  keptByLamps ? "kept by the lamps" : withSquares(colours.join(" "), colours),
  active ? "yes" : "no",
];
