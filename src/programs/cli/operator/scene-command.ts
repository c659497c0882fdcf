import { Command } from "commander";
import type { ResultOf } from "../../../edges/control/commands.ts";
import { COLOUR_NAMES_LISTED } from "../../../edges/home-file/colour-names.ts";
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
  luxgate scene add Kitchen "As it is now"            the current colours of the room's lights
  luxgate scene activate Cosy
  luxgate scene activate Bedroom/Night                if several scenes have the same name
  luxgate scene remove Cosy                           asks for confirmation; --yes skips this

Put quotes around a colour such as "#ff8800": the shell takes an unquoted # for the start of a comment. Colour names:
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
      '1 to 5 colours, such as red, "#ff8800" or 2700K (default: the current colours of the lights)',
    )
    .action(async (room: string, name: string, colours: string[], options: OperatorOptions) => {
      const added = await ask(options, "scene.add", { room, name, colours });
      say(options, added, (scene) => `The scene "${scene.name}" was added to ${scene.room}.`);
    });

const activateCommand = (): Command =>
  operatorCommand("activate", "Activate a scene in its room.")
    .argument("<scene>")
    .addOption(noWaitOption())
    .action(async (scene: string, { wait, ...options }: WaitingOptions) => {
      say(options, await ask(options, "scene.activate", { scene, wait }), activatedLine);
    });

/** "shows" only if all lamps that were commanded reported the scene; of a scene that lamps keep, no lamp can report it. */
function activatedLine({ name, room, confirmed, ...outcome }: ResultOf<"scene.activate">): string {
  const shows = confirmed
    ? `${room} shows the scene "${name}"`
    : `The scene "${name}" was sent to ${room} (not confirmed)`;
  return `${shows}${exceptions({ confirmed, ...outcome })}.`;
}

const removeCommand = (): Command =>
  operatorCommand("remove", "Remove a scene.")
    .argument("<scene>")
    .option("--yes", "skip the confirmation", false)
    .action(async (scene: string, options: RemoveOptions) => {
      const before = await ask(options, "scene.remove", { scene, check: true });
      await confirm(`The scene "${before.name}" of ${before.room} will be removed.`, options);
      const removed = await ask(options, "scene.remove", { scene: before.id });
      say(options, removed, ({ name, room }) => `The scene "${name}" of ${room} was removed.`);
    });
