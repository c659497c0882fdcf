import { type Command, Option } from "commander";
import { ask, type OperatorOptions, operatorCommand, saySentence } from "./operator-command.ts";
import { millisRange, percent, seed } from "./sim-arguments.ts";

interface RandomOptions extends OperatorOptions {
  readonly seed: number;
  readonly lose: number;
  readonly drop: number;
  readonly latency?: { readonly from: number; readonly to: number };
}

/** `luxgate sim random` */
export const randomCommand = (): Command =>
  operatorCommand("random", "Things go wrong by chance, the same for the same seed.")
    .addOption(new Option("--seed <number>", "which chance").argParser(seed).makeOptionMandatory())
    .addOption(new Option("--lose <percent>", "how many of a hundred commands are lost").argParser(percent).default(0))
    .addOption(
      new Option("--drop <percent>", "how many of a hundred devices drop off in a minute")
        .argParser(percent)
        .default(0),
    )
    .addOption(new Option("--latency <from..to>", "how many milliseconds commands take").argParser(millisRange))
    .action(async ({ seed: which, lose, drop, latency, ...options }: RandomOptions) => {
      const faults = { seed: which, losePercent: lose, dropPercent: drop };
      saySentence(
        options,
        await ask(options, "sim.random", { ...faults, ...(latency ? { latencyMillis: latency } : {}) }),
      );
    });

/** `luxgate sim calm` */
export const calmCommand = (): Command =>
  operatorCommand("calm", "All is as it should be again.").action(async (options: OperatorOptions) => {
    saySentence(options, await ask(options, "sim.calm", {}));
  });
