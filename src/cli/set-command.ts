import type { Command } from "commander";
import type { DeviceView } from "../control/views/device-view.ts";
import { COLOUR_NAMES_LISTED } from "../home-file/colour-names.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate set "TV bar" on 40% "#ff8800"
  luxgate set "Reading lamp" red
  luxgate set Ceiling warm white
  luxgate set Ceiling 2700K
  luxgate set Porch toggle
  luxgate set "TV bar" "#ff0000" "#00ff00"            one colour for each segment
  luxgate set "Sync box" on hdmi2 game highest 80%
  luxgate set "Sync box" area Kitchen config 2 lights-off

A colour such as "#ff8800" needs its quotes: a shell takes what follows # for a comment. Colours have names, too, and
"colour=red" says the same as "red":
${COLOUR_NAMES_LISTED}.`;

/** `luxgate set` */
export const setCommand = (): Command =>
  operatorCommand("set", "Set what a lamp or a sync box shows.")
    .argument("<device>")
    .argument("[words...]", 'on, off, toggle, 40%, red, 2700K, "#ff8800"; for a sync box: hdmi1, video, high, …')
    .addHelpText("after", EXAMPLES)
    .action(async (device: string, words: string[], options: OperatorOptions) => {
      const now = await ask(options, "set", { device, words });
      say(options, now, ({ name, state }) => `${name}: ${state}`);
      if (!options.json && isInTheDark(now, words)) process.stderr.write('It is off: add "on" to see it.\n');
    });

/** Whether something was set that nobody sees yet. */
const isInTheDark = ({ lights }: DeviceView, words: readonly string[]): boolean =>
  lights.length > 0 && !lights.some(({ on }) => on) && !words.some((word) => /^(off|toggle)$/i.test(word));
