import { type Command, InvalidArgumentError, Option } from "commander";
import type { NewsOf } from "../../control/commands.ts";
import type { DeviceView } from "../../control/views/device-view.ts";
import { counted } from "../../shared/counted.ts";
import { printable } from "../../shared/printable.ts";
import { printOut } from "../terminal/standard-output.ts";
import { untilInterruptedOrUnread } from "../terminal/until-interrupted.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate join                   let new devices in for half a minute
  luxgate join --seconds 120     for two minutes

Ctrl-C shuts joining at once.`;

interface Options extends OperatorOptions {
  readonly seconds: number;
}

type JoiningNews = Extract<NewsOf<"join">, { readonly joining: unknown }>;

/** `luxgate join` */
export const joinCommand = (): Command =>
  operatorCommand("join", "Let new devices in, and tell of each that turns up.")
    .addOption(new Option("--seconds <seconds>", "how long").argParser(joiningSeconds).default(30))
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      let isShut = true;
      const onNews = (news: NewsOf<"join">) => {
        isShut &&= !("joining" in news && news.joining === "still-open");
        tell(news, options);
      };
      const joined = await untilInterruptedOrUnread((ended) =>
        ask(options, "join", { seconds: options.seconds }, { ended, onNews }),
      );
      if (!isShut) process.exitCode = 1;
      if (options.json) print(options, joined, () => "");
      else if (isShut) process.stderr.write(`${lastLine(joined)}\n`);
    });

function joiningSeconds(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 3600) return Number(text);
  throw new InvalidArgumentError("Expected whole seconds from 1 to 3600.");
}

function tell(news: NewsOf<"join">, { json, seconds }: Options): void {
  if ("joining" in news) tellOfJoining(news, json ? undefined : seconds);
  else if (!json) printOut(printable(`"${news.name}" turned up: a ${news.product}, ${news.serial}`));
}

/** What was not done as commanded is printed for scripts, too. */
function tellOfJoining({ joining, troubles }: JoiningNews, seconds: number | undefined): void {
  const opened = seconds === undefined ? [] : [`Joining is open for ${counted(seconds, "second")}; Ctrl-C shuts it.`];
  const first = joining === "open" ? opened : ["Joining could not be shut; it is over by itself when its time is."];
  for (const line of [...first, ...troubles]) process.stderr.write(`${printable(line)}\n`);
}

/** A back end may admit devices by itself. */
function lastLine(joined: readonly DeviceView[]): string {
  const stranger = joined.find(({ admitted }) => !admitted);
  if (stranger)
    return `Joining is shut. To admit one: luxgate device admit ${stranger.serial} --name "Hall lamp" --room Hall`;
  return joined.length > 0
    ? `Joining is shut; ${counted(joined.length, "device")} joined.`
    : "Joining is shut; nothing turned up.";
}
