import type { Command } from "commander";
import { nearestWord } from "../../shared/nearest-word.ts";
import { printable } from "../../shared/printable.ts";
import { CommandFault } from "../command-fault.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";
import { delayCommand, loseNextCommand, reachCommand, switchCommand } from "./sim-device-command.ts";
import { calmCommand, randomCommand } from "./sim-network-command.ts";
import { playCommand } from "./sim-play-command.ts";

const EXAMPLES = `
Examples:
  luxgate sim                                            what is out of the ordinary
  luxgate sim offline Ceiling                            it cannot be reached, until: luxgate sim online Ceiling
  luxgate sim lose-next "TV bar" 3                       it does not get its next 3 commands
  luxgate sim latency all 500                            every device takes half a second to obey
  luxgate sim report-late Porch 2000                     it reports two seconds late
  luxgate sim switch Porch off                           somebody uses the wall switch
  luxgate sim random --seed 7 --lose 10 --drop 2 --latency 20..400
  luxgate sim play a-day.yaml --speed 3600               a day in 24 seconds
  luxgate sim calm                                       all is as it should be`;

/** `luxgate sim …` */
export function simCommand(): Command {
  const simulate = operatorCommand("sim", "Make simulated devices misbehave, and see what is out of the ordinary.")
    .addCommand(reachCommand("offline", "A device cannot be reached."))
    .addCommand(reachCommand("online", "A device can be reached again."))
    .addCommand(loseNextCommand())
    .addCommand(delayCommand("latency", "How long a device takes to obey."))
    .addCommand(delayCommand("report-late", "How much later a device reports."))
    .addCommand(switchCommand())
    .addCommand(randomCommand())
    .addCommand(calmCommand())
    .addCommand(playCommand())
    .addHelpText("after", EXAMPLES)
    .enablePositionalOptions()
    .helpCommand(true)
    .allowExcessArguments();
  return simulate.action(async (options: OperatorOptions, { args, commands }: Command) => {
    refuseUnknown(
      args,
      commands.map((known) => known.name()),
    );
    const moods = await ask(options, "sim.moods", {});
    print(options, moods, (all) => all.map(({ words }) => printable(words)).join("\n") || "All is as it should be.");
  });
}

function refuseUnknown([written]: readonly string[], known: readonly string[]): void {
  if (written === undefined) return;
  const meant = nearestWord(written, known);
  const hint = meant === undefined ? `it takes ${known.join(", ")}.` : `did you mean "${meant}"?`;
  throw new CommandFault([`There is no "sim ${written}"; ${hint}`]);
}
