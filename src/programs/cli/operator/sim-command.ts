import type { Command } from "commander";
import { printable } from "../../../shared/printable.ts";
import { refuseUnknownSubcommand } from "../unknown-subcommand.ts";
import { ask, type OperatorOptions, operatorCommand, print } from "./operator-command.ts";
import { delayCommand, loseNextCommand, reachCommand, switchCommand } from "./sim-device-command.ts";
import { calmCommand, randomCommand } from "./sim-network-command.ts";
import { playCommand } from "./sim-play-command.ts";

const EXAMPLES = `
Examples:
  luxgate sim                                            list the active faults
  luxgate sim offline Ceiling                            goes offline, until: luxgate sim online Ceiling
  luxgate sim lose-next "TV bar" 3                       loses its next 3 commands
  luxgate sim latency all 500                            every device reacts after 500 ms
  luxgate sim report-late Porch 2000                     reports 2 s late
  luxgate sim switch Porch off                           simulate a wall switch
  luxgate sim random --seed 7 --lose 10                  loses one command in ten, the same ones each time
  luxgate sim play a-day.yaml --speed 3600               a day in 24 s
  luxgate sim calm                                       clear all faults`;

/** `luxgate sim …` */
export function simCommand(): Command {
  const simulate = operatorCommand("sim", "Simulate device faults, and list active faults.")
    .addCommand(reachCommand("offline", "Take a device offline."))
    .addCommand(reachCommand("online", "Bring a device back online."))
    .addCommand(loseNextCommand())
    .addCommand(delayCommand("latency", "Set how long a device takes to react."))
    .addCommand(delayCommand("report-late", "Set how late a device reports."))
    .addCommand(switchCommand())
    .addCommand(randomCommand())
    .addCommand(calmCommand())
    .addCommand(playCommand())
    .addHelpText("after", EXAMPLES)
    .enablePositionalOptions()
    .helpCommand(true)
    .allowExcessArguments();
  return simulate.action(async (options: OperatorOptions, command: Command) => {
    refuseUnknownSubcommand(command);
    const moods = await ask(options, "sim.moods", {});
    print(options, moods, (all) => all.map(({ words }) => printable(words)).join("\n") || "No active faults.");
  });
}
