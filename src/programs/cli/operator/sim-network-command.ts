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
  operatorCommand("random", "Cause random faults; the same seed repeats the same faults.")
    .addOption(new Option("--seed <number>", "seed for the random faults").argParser(seed).makeOptionMandatory())
    .addOption(new Option("--lose <percent>", "percentage of commands that are lost").argParser(percent).default(0))
    .addOption(
      new Option("--drop <percent>", "percentage of devices that go offline per minute").argParser(percent).default(0),
    )
    .addOption(new Option("--latency <from..to>", "range of command delays in milliseconds").argParser(millisRange))
    .action(async ({ seed: which, lose, drop, latency, ...options }: RandomOptions) => {
      const faults = { seed: which, losePercent: lose, dropPercent: drop };
      saySentence(
        options,
        await ask(options, "sim.random", { ...faults, ...(latency ? { latencyMillis: latency } : {}) }),
      );
    });

/** `luxgate sim calm` */
export const calmCommand = (): Command =>
  operatorCommand("calm", "Clear all faults.").action(async (options: OperatorOptions) => {
    saySentence(options, await ask(options, "sim.calm", {}));
  });
