import type { Command } from "commander";
import type { DeviceView } from "../control/views/device-view.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";
import { withSquares } from "./paint.ts";
import { type Cell, table } from "./table.ts";

const EXAMPLES = `
Examples:
  luxgate devices            every device, those that nobody admitted last
  luxgate devices --json     for scripts`;

const HEADINGS = ["NAME", "ROOM", "PRODUCT", "SERIAL", "STATE", "ONLINE", "ADMITTED"];

/** `luxgate devices` */
export const devicesCommand = (): Command =>
  operatorCommand("devices", "List the devices and what they show.")
    .addHelpText("after", EXAMPLES)
    .action(async (options: OperatorOptions) => {
      const devices = await ask(options, "device.list", {});
      print(options, devices, (all) => table(HEADINGS, all.map(row)));
    });

const row = ({ name, room, product, serial, state, lights, online, admitted }: DeviceView): readonly Cell[] => [
  name,
  room ?? "-",
  product,
  serial,
  withSquares(
    state || "-",
    lights.flatMap(({ on, colours }) => (on ? colours : [])),
  ),
  online ? "yes" : "no",
  admitted ? "yes" : "no",
];
