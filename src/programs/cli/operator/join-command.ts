import { type Command, InvalidArgumentError, Option } from "commander";
import type { NewsOf } from "../../../edges/control/commands.ts";
import type { DeviceView } from "../../../edges/control/views/device-view.ts";
import { counted } from "../../../shared/counted.ts";
import { printable } from "../../../shared/printable.ts";
import { printOut } from "../terminal/standard-output.ts";
import { untilInterruptedOrUnread } from "../terminal/until-interrupted.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";

const EXAMPLES = `
Examples:
  luxgate join                   let new devices join for 30 s
  luxgate join --seconds 120     for 120 s

Ctrl-C ends joining at once.`;

interface Options extends OperatorOptions {
  readonly seconds: number;
}

type JoiningNews = Extract<NewsOf<"join">, { readonly joining: unknown }>;

/** `luxgate join` */
export const joinCommand = (): Command =>
  operatorCommand("join", "Let new devices join, and show each one as it appears.")
    .addOption(new Option("--seconds <seconds>", "how long devices can join").argParser(joiningSeconds).default(30))
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
  throw new InvalidArgumentError("Expected a whole number of seconds from 1 to 3600.");
}

function tell(news: NewsOf<"join">, { json, seconds }: Options): void {
  if ("joining" in news) tellOfJoining(news, json ? undefined : seconds);
  else if (!json) printOut(printable(`New device "${news.name}": ${news.product}, ${news.serial}`));
}

/** What was not done as commanded is printed for scripts, too. */
function tellOfJoining({ joining, troubles }: JoiningNews, seconds: number | undefined): void {
  const opened = seconds === undefined ? [] : [`Joining is open for ${seconds} s. Press Ctrl-C to close it.`];
  const first = joining === "open" ? opened : ["Joining could not be closed. It closes when its time is over."];
  for (const line of [...first, ...troubles]) process.stderr.write(`${printable(line)}\n`);
}

/** A back end may admit devices automatically. */
function lastLine(joined: readonly DeviceView[]): string {
  const stranger = joined.find(({ admitted }) => !admitted);
  if (stranger)
    return `Joining is closed. To admit a device: luxgate device admit ${stranger.serial} --name "Hall lamp" --room Hall`;
  return joined.length > 0
    ? `Joining is closed. ${counted(joined.length, "device")} joined.`
    : "Joining is closed. No device joined.";
}
