import { type Command, Option } from "commander";
import type { NewsOf } from "../../../edges/control/commands.ts";
import { counted } from "../../../shared/counted.ts";
import { printable } from "../../../shared/printable.ts";
import { printOut } from "../terminal/standard-output.ts";
import { untilInterruptedOrUnread } from "../terminal/until-interrupted.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";
import { factor } from "./sim-arguments.ts";
import { problemsIn, textIn } from "./text-file.ts";

const EXAMPLES = `
Examples:
  luxgate sim play a-day.yaml               one hour per second
  luxgate sim play a-day.yaml --speed 1     in real time

A script is a list of steps:
  - { at: "06:30", switch: Ceiling, to: on }
  - { at: "07:00", offline: Porch }
  - { at: "07:05", online: Porch }

Ctrl-C stops the script. To clear the faults that it has caused: luxgate sim calm`;

interface Options extends OperatorOptions {
  readonly speed?: number;
}

type Step = NewsOf<"sim.play">;

/** `luxgate sim play` */
export const playCommand = (): Command =>
  operatorCommand("play", "Play a script of device events.")
    .argument("<script>", 'YAML file, or "-" for standard input')
    .addOption(
      new Option("--speed <factor>", "speed factor; 1 is real time (default: 3600, one hour per second)").argParser(
        factor,
      ),
    )
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, { speed, ...options }: Options) => {
      const given = { text: await textIn(file), ...(speed === undefined ? {} : { speed }) };
      const playedSteps: Step[] = [];
      const onNews = (step: Step) => {
        playedSteps.push(step);
        if (!options.json) printOut(printable(line(step)));
      };
      const { steps, played } = await untilInterruptedOrUnread((ended) =>
        problemsIn(file, ask(options, "sim.play", given, { ended, onNews })),
      );
      if (options.json) print(options, { steps, played, happened: playedSteps }, () => "");
      else if (played < steps) process.stderr.write(`Stopped after ${played} of ${counted(steps, "step")}.\n`);
    });

const line = ({ at, words, done }: Step): string => `${at}  ${words}${done ? "" : " Not possible."}`;
