import { Command, Option } from "commander";
import { ROOM_TYPES } from "../../../core/home/model/room-type.ts";
import type { RoomView } from "../../../edges/control/views/room-view.ts";
import { counted } from "../../../shared/counted.ts";
import { confirm } from "./confirm.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate room add Hall --type hallway
  luxgate room add Aviary --own-type aviary     a type that is not in the list
  luxgate room rename Hall "Entrance hall"
  luxgate room order Kitchen Hall               moves these rooms to the top
  luxgate room remove "Entrance hall"           asks for confirmation; --yes skips this`;

const TYPES = `
Types: ${ROOM_TYPES.join(", ")}.
--type accepts only these types, because clients may use them to display a room. For any other type, use --own-type.`;

interface AddOptions extends OperatorOptions {
  readonly type?: string;
  readonly ownType?: string;
}

interface RemoveOptions extends OperatorOptions {
  readonly yes: boolean;
}

/** `luxgate room …` */
export const roomCommand = (): Command =>
  new Command("room")
    .description("Add, rename, order or remove rooms.")
    .addCommand(addCommand())
    .addCommand(renameCommand())
    .addCommand(orderCommand())
    .addCommand(removeCommand())
    .addHelpText("after", EXAMPLES);

const addCommand = (): Command =>
  operatorCommand("add", "Add a room.")
    .argument("<name>")
    .option("--type <type>", "one of the types below, such as kitchen")
    .addOption(new Option("--own-type <text>", "any other type, as you like").conflicts("type"))
    .addHelpText("after", TYPES)
    .action(async (name: string, { type, ownType, ...options }: AddOptions) => {
      const kind = { ...(type === undefined ? {} : { type }), ...(ownType === undefined ? {} : { ownType }) };
      const added = await ask(options, "room.add", { name, ...kind });
      say(options, added, (room) => `The room "${room.name}" was added.`);
    });

const renameCommand = (): Command =>
  operatorCommand("rename", "Rename a room.")
    .argument("<room>")
    .argument("<name>")
    .action(async (room: string, name: string, options: OperatorOptions) => {
      const renamed = await ask(options, "room.rename", { room, name });
      say(options, renamed, (after) => `The room is now called "${after.name}".`);
    });

const orderCommand = (): Command =>
  operatorCommand("order", "Move these rooms to the top of the list, in the given order.")
    .argument("<rooms...>")
    .action(async (rooms: string[], options: OperatorOptions) => {
      const ordered = await ask(options, "room.order", { rooms });
      say(options, ordered, (all) => `The rooms: ${all.map(({ name }) => name).join(", ")}.`);
    });

const removeCommand = (): Command =>
  operatorCommand("remove", "Remove a room and its scenes; its devices are then in no room.")
    .argument("<room>")
    .option("--yes", "skip the confirmation", false)
    .action(async (room: string, options: RemoveOptions) => {
      const before = await ask(options, "room.remove", { room, check: true });
      await confirm(removalWarning(before), options);
      const removed = await ask(options, "room.remove", { room: before.id });
      say(options, removed, ({ name, scenes, devices }) => {
        const scenesToo = scenes === 0 ? "" : ` with ${counted(scenes, "scene")}`;
        const devicesLeft =
          devices === 0 ? "" : ` ${counted(devices, "device")} ${devices === 1 ? "is" : "are"} now in no room.`;
        return `The room "${name}" was removed${scenesToo}.${devicesLeft}`;
      });
    });

function removalWarning({ name, scenes, devices }: RoomView): string {
  const scenesToo = scenes === 0 ? "" : ` with ${counted(scenes, "scene")}`;
  const devicesLeft = devices === 0 ? "" : ` ${counted(devices, "device")} will be in no room.`;
  return `The room "${name}" will be removed${scenesToo}.${devicesLeft}`;
}
