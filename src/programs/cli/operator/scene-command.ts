import { Command } from "commander";
import type { ResultOf } from "../../../edges/control/commands.ts";
import { COLOUR_NAMES_LISTED } from "../../../edges/home-file/colour-names.ts";
import { counted } from "../../../shared/counted.ts";
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
  luxgate scene add Kitchen Evening                   without colours: saves each lamp as it is now
  luxgate scene save Evening                          saves the lamps' current state again
  luxgate scene rename Cosy "Film night"
  luxgate scene order Kitchen Evening Cosy            moves these scenes to the top
  luxgate scene activate Cosy
  luxgate scene activate Bedroom/Night                if several scenes have the same name
  luxgate scene remove Cosy                           asks for confirmation; --yes skips this

Put quotes around a colour such as "#ff8800": the shell takes an unquoted # for the start of a comment.

${COLOUR_NAMES_LISTED}`;

interface RemoveOptions extends OperatorOptions {
  readonly yes: boolean;
}

/** `luxgate scene …` */
export const sceneCommand = (): Command =>
  new Command("scene")
    .description("Add, save, activate, rename, order or remove scenes.")
    .addCommand(addCommand())
    .addCommand(saveCommand())
    .addCommand(activateCommand())
    .addCommand(renameCommand())
    .addCommand(orderCommand())
    .addCommand(removeCommand())
    .addHelpText("after", EXAMPLES);

const addCommand = (): Command =>
  operatorCommand("add", "Add a scene to a room.")
    .argument("<room>")
    .argument("<name>")
    .argument("[colours...]", '1 to 5 colours, such as red, "#ff8800" or 2700K (default: save each lamp as it is now)')
    .action(async (room: string, name: string, colours: string[], options: OperatorOptions) => {
      const added = await ask(options, "scene.add", { room, name, colours });
      say(options, added, (scene) => `The scene "${scene.name}" was added to ${scene.room}${savedOf(scene)}.`);
    });

const saveCommand = (): Command =>
  operatorCommand("save", "Update a scene with the current state of its lamps.")
    .argument("<scene>")
    .action(async (words: string, options: OperatorOptions) => {
      const saved = await ask(options, "scene.save", { scene: words });
      say(options, saved, (scene) => `The scene "${scene.name}" of ${scene.room} was saved${savedOf(scene)}.`);
    });

/** Lamps that cannot be reached are not saved: nobody knows how they are. */
function savedOf({ lamps, unreached }: ResultOf<"scene.save">): string {
  const count = lamps === null ? "" : ` with ${counted(lamps, "lamp")}`;
  return unreached.length === 0 ? count : `${count}; offline, so not saved: ${unreached.join(", ")}`;
}

const renameCommand = (): Command =>
  operatorCommand("rename", "Rename a scene.")
    .argument("<scene>")
    .argument("<name>")
    .action(async (scene: string, name: string, options: OperatorOptions) => {
      const renamed = await ask(options, "scene.rename", { scene, name });
      say(options, renamed, (after) => `The scene is now called "${after.name}".`);
    });

const orderCommand = (): Command =>
  operatorCommand("order", "Move these scenes to the top of the room's list, in the given order.")
    .argument("<room>")
    .argument("<scenes...>")
    .action(async (room: string, scenes: string[], options: OperatorOptions) => {
      const ordered = await ask(options, "scene.order", { room, scenes });
      say(
        options,
        ordered,
        (all) => `The scenes of ${all[0]?.room ?? room}: ${all.map(({ name }) => name).join(", ")}.`,
      );
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
