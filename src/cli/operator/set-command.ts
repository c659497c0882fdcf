import { type Command, Option } from "commander";
import type { ResultOf } from "../../control/commands.ts";
import { COLOUR_NAMES_LISTED } from "../../home-file/colour-names.ts";
import { CommandFault } from "../command-fault.ts";
import { setRemote } from "../network/set-remote.ts";
import { exceptions } from "./exceptions.ts";
import { ask, noWaitOption, operatorCommand, say, type WaitingOptions } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate set "TV bar" on 40% "#ff8800"
  luxgate set "Reading lamp" red
  luxgate set Ceiling warm white
  luxgate set Ceiling 2700K
  luxgate set Porch toggle
  luxgate set Kitchen off                             every lamp of a room
  luxgate set all 40%                                 every lamp there is
  luxgate set "TV bar" "#ff0000" "#00ff00"            one colour for each segment
  luxgate set "Sync box" on hdmi2 game highest 80%
  luxgate set "Sync box" area Kitchen config 2 lights-off
  luxgate set Porch off --no-wait                     does not wait until the lamp has done it
  luxgate set --url 192.168.1.20 Ceiling off          of a gateway elsewhere, with a key of it

A colour such as "#ff8800" needs its quotes: a shell takes what follows # for a comment. Colours have names, too, and
"colour=red" says the same as "red":
${COLOUR_NAMES_LISTED}.

A gateway elsewhere wants a key: the one of "luxgate pair --keep" is found by itself; another is given in LUXGATE_KEY or
with --key. What stands on a command line can be seen by everybody on this machine while the command runs.`;

type SetResult = ResultOf<"set">;

interface Options extends WaitingOptions {
  readonly url?: string;
  readonly key?: string;
}

/** `luxgate set` */
export const setCommand = (): Command =>
  operatorCommand("set", "Set what a lamp, the lamps of a room, or a sync box shows.")
    .argument("<device>", "its name, Room/Name, serial number or id; or that of a room; or all")
    .argument("[words...]", 'on, off, toggle, 40%, red, 2700K, "#ff8800"; for a sync box: hdmi1, video, high, …')
    .addOption(noWaitOption())
    .option("--url <url>", "a gateway elsewhere, such as 192.168.1.20")
    .addOption(new Option("--key <key>", "a key of that gateway; others can see it here").env("LUXGATE_KEY"))
    .addHelpText("after", EXAMPLES)
    .action(async (device: string, words: string[], { wait, ...options }: Options, command: Command) => {
      const { url, key } = options;
      if (url === undefined && command.getOptionValueSource("key") === "cli")
        throw new CommandFault(["--key is for a gateway elsewhere: say which with --url."]);
      const given = { device, words };
      const now = await (url === undefined ? ask(options, "set", { ...given, wait }) : setRemote({ url, key }, given));
      say(options, now, setLine);
      if (!options.json && isInTheDark(now, words)) process.stderr.write('It is off: add "on" to see it.\n');
    });

function setLine(now: SetResult): string {
  const line = `${now.name}${now.confirmed ? "" : " was told"}: ${now.state}`;
  return "unreached" in now ? `${line}${exceptions(now)}` : line;
}

const isDark = (now: SetResult): boolean =>
  "lightsOn" in now ? now.lightsOn === 0 : now.lights.length > 0 && !now.lights.some(({ on }) => on);

/** Whether something was set that nobody sees yet. */
const isInTheDark = (now: SetResult, words: readonly string[]): boolean =>
  isDark(now) && !words.some((word) => /^(off|toggle)$/i.test(word));
