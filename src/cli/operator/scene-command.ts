import { Command } from "commander";
import type { ResultOf } from "../../control/commands.ts";
import { COLOUR_NAMES_LISTED } from "../../home-file/colour-names.ts";
import { confirm } from "./confirm.ts";
import { exceptions } from "./exceptions.ts";
import {
  ask,
  noWaitOption,
  type OperatorOptions,
  operatorCommand,
  say,
  type WaitingOptions,
} from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate scene add Kitchen Cosy "#ff8800" 2700K
  luxgate scene add Kitchen Party red blue fuchsia
  luxgate scene add Kitchen "As it is now"            the colours that the room's lights show
  luxgate scene activate Cosy
  luxgate scene activate Bedroom/Night                where several scenes have one name
  luxgate scene remove Cosy                           asks first; with --yes it does not

A colour such as "#ff8800" needs its quotes: a shell takes what follows # for a comment. Colours have names, too:
${COLOUR_NAMES_LISTED}.`;

interface RemoveOptions extends OperatorOptions {
  readonly yes: boolean;
}

/** `luxgate scene …` */
export const sceneCommand = (): Command =>
  new Command("scene")
    .description("Add, activate or remove a scene.")
    .addCommand(addCommand())
    .addCommand(activateCommand())
    .addCommand(removeCommand())
    .addHelpText("after", EXAMPLES);

const addCommand = (): Command =>
  operatorCommand("add", "Add a scene to a room.")
    .argument("<room>")
    .argument("<name>")
    .argument(
      "[colours...]",
      '1 to 5 colours, such as red, "#ff8800" or 2700K; without them, those that the lights show',
    )
    .action(async (room: string, name: string, colours: string[], options: OperatorOptions) => {
      const added = await ask(options, "scene.add", { room, name, colours });
      say(options, added, (scene) => `The scene "${scene.name}" of ${scene.room} is there now.`);
    });

const activateCommand = (): Command =>
  operatorCommand("activate", "Have a room's lights take a scene's colours.")
    .argument("<scene>")
    .addOption(noWaitOption())
    .action(async (scene: string, { wait, ...options }: WaitingOptions) => {
      say(options, await ask(options, "scene.activate", { scene, wait }), activatedLine);
    });

/** "shows" only if all lamps that were commanded reported the scene; of a scene that lamps keep, no lamp can report it. */
function activatedLine({ name, room, confirmed, ...outcome }: ResultOf<"scene.activate">): string {
  const shows = `${room} ${confirmed ? "shows" : "was told to show"} the scene "${name}"`;
  return `${shows}${exceptions({ confirmed, ...outcome })}.`;
}

const removeCommand = (): Command =>
  operatorCommand("remove", "Remove a scene.")
    .argument("<scene>")
    .option("--yes", "do not ask", false)
    .action(async (scene: string, options: RemoveOptions) => {
      const before = await ask(options, "scene.remove", { scene, check: true });
      await confirm(`The scene "${before.name}" of ${before.room} will be removed.`, options);
      const removed = await ask(options, "scene.remove", { scene: before.id });
      say(options, removed, ({ name, room }) => `The scene "${name}" of ${room} is removed.`);
    });
