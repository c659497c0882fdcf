import { type Command, Option } from "commander";
import type { ResultOf } from "../../../edges/control/commands.ts";
import { COLOUR_NAMES_LISTED } from "../../../edges/home-file/colour-names.ts";
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
  luxgate set all 40%                                 every lamp of the home
  luxgate set "TV bar" "#ff0000" "#00ff00"            one colour per segment
  luxgate set "Sync box" on hdmi2 game highest 80%
  luxgate set "Sync box" area Kitchen config 2 lights-off
                                                      colour set 2 of the box; turns the lamps off when syncing stops
  luxgate set Porch off --no-wait                     does not wait for the lamp to confirm
  luxgate set --url 192.168.1.20 Ceiling off          on another gateway; needs a key

Put quotes around a colour such as "#ff8800": the shell takes an unquoted # for the start of a comment. "colour=red"
means the same as "red". Colour names:
${COLOUR_NAMES_LISTED}.

To control another gateway (--url), you need a key. A key saved by "luxgate pair --keep" is used automatically. Otherwise, set LUXGATE_KEY
or use --key. All users of this machine can see a command line while the command runs.`;

type SetResult = ResultOf<"set">;

interface Options extends WaitingOptions {
  readonly url?: string;
  readonly key?: string;
}

/** `luxgate set` */
export const setCommand = (): Command =>
  operatorCommand("set", "Control a lamp, the lamps of a room, or a sync box.")
    .argument("<device>", 'a device by name, Room/Name, serial number or id; a room; or "all"')
    .argument("[state...]", 'on, off, toggle, 40%, red, 2700K, "#ff8800"; for a sync box: hdmi1, video, high, …')
    .addOption(noWaitOption())
    .option("--url <url>", "address of another gateway, such as 192.168.1.20")
    .addOption(
      new Option("--key <key>", "key for that gateway; other users can see it on a command line").env("LUXGATE_KEY"),
    )
    .addHelpText("after", EXAMPLES)
    .action(async (device: string, words: string[], { wait, ...options }: Options, command: Command) => {
      const { url, key } = options;
      if (url === undefined && command.getOptionValueSource("key") === "cli")
        throw new CommandFault(["--key is for another gateway. Give its address with --url."]);
      const given = { device, words };
      const now = await (url === undefined ? ask(options, "set", { ...given, wait }) : setRemote({ url, key }, given));
      say(options, now, setLine);
      if (!options.json && isInTheDark(now, words)) process.stderr.write('Still off: add "on" to see the change.\n');
    });

function setLine(now: SetResult): string {
  const line = `${now.name}: ${now.state}${now.confirmed ? "" : " (sent, not confirmed)"}`;
  return "unreached" in now ? `${line}${exceptions(now)}` : line;
}

const isDark = (now: SetResult): boolean =>
  "lightsOn" in now ? now.lightsOn === 0 : now.lights.length > 0 && !now.lights.some(({ on }) => on);

/** Whether something was set that nobody sees yet. */
const isInTheDark = (now: SetResult, words: readonly string[]): boolean =>
  isDark(now) && !words.some((word) => /^(off|toggle)$/i.test(word));
