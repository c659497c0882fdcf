import { Command } from "commander";
import { counted } from "../shared/counted.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate room add Hall --type hallway
  luxgate room rename Hall "Entrance hall"
  luxgate room remove "Entrance hall"     its scenes go with it, its devices are in no room then`;

interface AddOptions extends OperatorOptions {
  readonly type?: string;
}

/** `luxgate room …` */
export const roomCommand = (): Command =>
  new Command("room")
    .description("Add, rename or remove a room.")
    .addCommand(addCommand())
    .addCommand(renameCommand())
    .addCommand(removeCommand())
    .addHelpText("after", EXAMPLES);

const addCommand = (): Command =>
  operatorCommand("add", "Add a room.")
    .argument("<name>")
    .option("--type <type>", "what kind of room it is, such as kitchen")
    .action(async (name: string, { type, ...options }: AddOptions) => {
      const added = await ask(options, "room.add", { name, ...(type === undefined ? {} : { type }) });
      say(options, added, (room) => `The room "${room.name}" is there now.`);
    });

const renameCommand = (): Command =>
  operatorCommand("rename", "Give a room another name.")
    .argument("<room>")
    .argument("<name>")
    .action(async (room: string, name: string, options: OperatorOptions) => {
      const renamed = await ask(options, "room.rename", { room, name });
      say(options, renamed, (after) => `The room is called "${after.name}" now.`);
    });

const removeCommand = (): Command =>
  operatorCommand("remove", "Remove a room and its scenes; its devices are in no room then.")
    .argument("<room>")
    .action(async (room: string, options: OperatorOptions) => {
      const removed = await ask(options, "room.remove", { room });
      say(options, removed, ({ name, scenes, devices }) => {
        const scenesToo = scenes === 0 ? "" : ` with ${counted(scenes, "scene")}`;
        const devicesLeft = devices === 0 ? "" : `; ${counted(devices, "device")} in no room now`;
        return `The room "${name}" is removed${scenesToo}${devicesLeft}.`;
      });
    });
