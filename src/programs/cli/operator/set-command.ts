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
  luxgate set Kitchen 40%                             sets the brightness of those lamps that are on
  luxgate set all on 40%                              every lamp of the home
  luxgate set "TV bar" "#ff0000" "#00ff00"            one colour per segment
  luxgate set "Sync box" on hdmi2 game highest 80%    see "States of a sync box" below
  luxgate set Porch off --no-wait                     does not wait for the lamp to confirm
  luxgate set --url 192.168.1.20 Ceiling off          on another gateway; needs a key

States of a lamp:
  on, off, toggle
  1% to 100%                    brightness
  2000K to 6500K                white, by its colour temperature
  "#ff8800"                     a colour. Use quotes: the shell takes an unquoted # for the start of a comment
  red, warm white, …            a colour by its name; you can also write "colour=red"

${COLOUR_NAMES_LISTED}

States of a sync box:
  on, off, toggle
  1% to 100%                    brightness
  hdmi1, hdmi2                  the input
  video, music, game            the mode
  low, medium, high, highest    the intensity
  area Kitchen, area none       the room whose lamps it controls
  config 1 to config 4          which of its four sets of colours it uses
  lights-off, keep              when it stops: turn the lamps off, or leave them as they are

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
export const isInTheDark = (now: SetResult, words: readonly string[]): boolean =>
  isDark(now) && !words.some((word) => /^(off|toggle)$/i.test(word));
