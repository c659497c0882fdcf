import type { Command } from "commander";
import type { DeviceView } from "../../control/views/device-view.ts";
import { withSquares } from "../terminal/paint.ts";
import { type Cell, table } from "../terminal/table.ts";
import { freshnessTable } from "./freshness-table.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate devices                 every device, those that nobody admitted last
  luxgate devices --freshness     whether lamps said what is shown of them
  luxgate devices --json          for scripts

With --freshness each value is "confirmed" (the lamp said so), "assumed" (it was told so, or is believed so) or
"remembered" (it was so before a restart).`;

interface Options extends OperatorOptions {
  readonly freshness: boolean;
}

const HEADINGS = ["NAME", "ROOM", "PRODUCT", "SERIAL", "STATE", "ONLINE", "ADMITTED"];

/** `luxgate devices` */
export const devicesCommand = (): Command =>
  operatorCommand("devices", "List the devices and what they show.")
    .option("--freshness", "show how each value of a lamp is known", false)
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      if (options.freshness) print(options, await ask(options, "light.freshness", {}), freshnessTable);
      else print(options, await ask(options, "device.list", {}), (all) => table(HEADINGS, all.map(row)));
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
