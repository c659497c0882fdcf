import type { Command } from "commander";
import type { DeviceView } from "../control/views/device-view.ts";
import { ask, noWaitOption, operatorCommand, say, type WaitingOptions } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate set "TV bar" on 40% "#ff8800"
  luxgate set Ceiling 2700K
  luxgate set Porch toggle
  luxgate set "TV bar" "#ff0000" "#00ff00"            one colour for each segment
  luxgate set "Sync box" on hdmi2 game highest 80%
  luxgate set "Sync box" area Kitchen config 2 lights-off
  luxgate set Porch off --no-wait                     does not wait until the lamp has done it

A colour such as "#ff8800" needs its quotes: a shell takes what follows # for a comment.`;

/** `luxgate set` */
export const setCommand = (): Command =>
  operatorCommand("set", "Set what a lamp or a sync box shows.")
    .argument("<device>")
    .argument("[words...]", 'on, off, toggle, 40%, 2700K, "#ff8800"; for a sync box: hdmi1, video, high, …')
    .addOption(noWaitOption())
    .addHelpText("after", EXAMPLES)
    .action(async (device: string, words: string[], { wait, ...options }: WaitingOptions) => {
      const now = await ask(options, "set", { device, words, wait });
      say(options, now, ({ name, state, confirmed }) => `${name}${confirmed ? "" : " was told"}: ${state}`);
      if (!options.json && isInTheDark(now, words)) process.stderr.write('It is off: add "on" to see it.\n');
    });

/** Whether something was set that nobody sees yet. */
const isInTheDark = ({ lights }: DeviceView, words: readonly string[]): boolean =>
  lights.length > 0 && !lights.some(({ on }) => on) && !words.some((word) => /^(off|toggle)$/i.test(word));
