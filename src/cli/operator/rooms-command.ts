import type { Command } from "commander";
import type { RoomView } from "../../control/views/room-view.ts";
import { table } from "../terminal/table.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate rooms            every room and what is in it
  luxgate rooms --json     for scripts`;

const HEADINGS = ["NAME", "TYPE", "DEVICES", "LIGHTS ON", "SCENES", "ACTIVE SCENE"];

/** `luxgate rooms` */
export const roomsCommand = (): Command =>
  operatorCommand("rooms", "List the rooms.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: OperatorOptions) => {
      const rooms = await ask(options, "room.list", {});
      print(options, rooms, (all) => table(HEADINGS, all.map(row)));
    });

const row = ({ name, type, devices, lights, lightsOn, scenes, activeScene }: RoomView): readonly string[] => [
  name,
  type || "-",
  String(devices),
  lights === 0 ? "-" : `${lightsOn} of ${lights}`,
  String(scenes),
  activeScene ?? "-",
];
