import { Command, Option } from "commander";
import type { CommandName, GivenTo, ResultOf } from "../../../edges/control/commands.ts";
import { printable, printableJson } from "../../../shared/printable.ts";
import { folder } from "../arguments.ts";
import { configuredFolder } from "../config/configured-folder.ts";
import { stateFolder } from "../state-folder.ts";
import { printOut } from "../terminal/standard-output.ts";
import { type AskOptions, askGateway } from "./operator.ts";

/** What every command that asks a running gateway takes. */
export interface OperatorOptions {
  readonly dataDir?: string;
  readonly json: boolean;
}

/** A command that asks a running gateway. */
export const operatorCommand = (name: string, description: string, json = "print JSON"): Command =>
  new Command(name)
    .description(description)
    .addOption(
      new Option("--data-dir <folder>", "the gateway's data folder (default: luxgate/ in the user's state folder)")
        .env("LUXGATE_DATA_DIR")
        .argParser(folder),
    )
    .option("--json", json, false);

/** What every command takes that waits for devices. */
export interface WaitingOptions extends OperatorOptions {
  readonly wait: boolean;
}

export const noWaitOption = (): Option => new Option("--no-wait", "do not wait for the lamps to confirm");

/** After this time, a command prints to a terminal that it is waiting. */
const SILENCE_MILLIS = 2_000;

/** The state folder of the gateway that is meant: by its flag or variable, the configuration file, or the user's own. */
export const gatewayFolder = async ({ dataDir }: OperatorOptions): Promise<string> =>
  dataDir ?? (await configuredFolder()) ?? stateFolder();

/** Asks the gateway whose folder the options name. */
export async function ask<Name extends CommandName>(
  gateway: OperatorOptions,
  command: Name,
  given: GivenTo<Name>,
  { onNews, ...options }: Omit<AskOptions<Name>, "folder"> = {},
): Promise<ResultOf<Name>> {
  const silence = setTimeout(() => {
    if (process.stderr.isTTY) process.stderr.write("Waiting for the gateway …\n");
  }, SILENCE_MILLIS);
  const onNewsReceived: AskOptions<Name>["onNews"] = (news) => {
    clearTimeout(silence);
    onNews?.(news);
  };
  try {
    const folder = await gatewayFolder(gateway);
    return await askGateway(command, given, { folder, onNews: onNewsReceived, ...options });
  } finally {
    clearTimeout(silence);
  }
}

/** Prints an answer: as JSON for scripts, or as a person reads it. */
export function print<Answer>({ json }: OperatorOptions, answer: Answer, text: (answer: Answer) => string): void {
  printOut(json ? printableJson(answer, 2) : text(answer));
}

/** Prints an answer in a sentence. */
export const say = <Answer>(options: OperatorOptions, answer: Answer, sentence: (answer: Answer) => string): void =>
  print(options, answer, (result) => printable(sentence(result)));

/** Prints an answer that is a sentence already. */
export const saySentence = (options: OperatorOptions, answer: { readonly words: string }): void =>
  say(options, answer, ({ words }) => words);
