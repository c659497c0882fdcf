import { type Command, InvalidArgumentError, Option } from "commander";
import type { DeviceView } from "../control/views/device-view.ts";
import { counted } from "../shared/counted.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";
import { printable } from "./printable.ts";
import { untilInterrupted } from "./until-interrupted.ts";

const EXAMPLES = `
Examples:
  luxgate join                   let new devices in for half a minute
  luxgate join --seconds 120     for two minutes

Ctrl-C shuts joining at once.`;

interface Options extends OperatorOptions {
  readonly seconds: number;
}

/** `luxgate join` */
export const joinCommand = (): Command =>
  operatorCommand("join", "Let new devices in, and tell of each that turns up.")
    .addOption(new Option("--seconds <seconds>", "how long").argParser(joiningSeconds).default(30))
    .addHelpText("after", EXAMPLES)
    .action(async (options: Options) => {
      if (!options.json)
        process.stderr.write(`Joining is open for ${counted(options.seconds, "second")}; Ctrl-C shuts it.\n`);
      const joined = await untilInterrupted((ended) =>
        ask(options, "join", { seconds: options.seconds }, { ended, onNews: (device) => tell(device, options) }),
      );
      if (options.json) print(options, joined, () => "");
      else process.stderr.write(`${lastWords(joined)}\n`);
    });

function joiningSeconds(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 3600) return Number(text);
  throw new InvalidArgumentError("Expected whole seconds from 1 to 3600.");
}

function tell({ name, product, serial }: DeviceView, { json }: Options): void {
  if (!json) console.log(printable(`"${name}" turned up: a ${product}, ${serial}`));
}

/** A back end may admit devices by itself. */
function lastWords(joined: readonly DeviceView[]): string {
  const stranger = joined.find(({ admitted }) => !admitted);
  if (stranger)
    return `Joining is shut. To admit one: luxgate device admit ${stranger.serial} --name "Hall lamp" --room Hall`;
  return joined.length > 0
    ? `Joining is shut; ${counted(joined.length, "device")} joined.`
    : "Joining is shut; nothing turned up.";
}
