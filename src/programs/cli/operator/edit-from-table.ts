import type { Command } from "commander";
import type { ResultOf } from "../../../edges/control/commands.ts";
import { counted } from "../../../shared/counted.ts";
import { CommandFault } from "../command-fault.ts";
import { table } from "../terminal/table.ts";
import { ask, type OperatorOptions, print } from "./operator-command.ts";
import { problemsIn, textIn } from "./text-file.ts";

export interface TableOptions extends OperatorOptions {
  readonly from?: string;
  readonly dryRun: boolean;
}

/** Gives a command the options of one that takes a table. */
export const fromTable = (command: Command): Command =>
  command
    .option("--from <file>", 'CSV file with many devices; "-" for standard input')
    .option("--dry-run", "with --from or --pattern: show the changes without making them", false);

export const missing = (command: string, what: string): CommandFault =>
  new CommandFault([`error: expected "luxgate device ${command} <device> ${what}", or --from <file>.`]);

type Edits = ResultOf<"device.rename-all">;

/** Edits all devices of a table at once, or none; problems come with their places in the file. */
export async function editFromTable(
  command: "rename" | "move",
  file: string,
  { words, ...options }: TableOptions & { readonly words: readonly (string | undefined)[] },
): Promise<void> {
  if (words.some((word) => word !== undefined)) {
    throw new CommandFault([`error: "device ${command}" takes a device or --from ${file}, not both.`]);
  }
  const csv = await textIn(file);
  const given = { csv, check: options.dryRun };
  const edits = await problemsIn(file, ask(options, `device.${command}-all`, given));
  print(options, edits, (found) => textOfEdits(found, options));
}

export function textOfEdits({ edited, unchanged }: Edits, { dryRun }: Pick<TableOptions, "dryRun">): string {
  const rest = unchanged === 0 ? "" : ` ${counted(unchanged, "line")} ${unchanged === 1 ? "needs" : "need"} no change.`;
  if (edited.length === 0) return `There is nothing to change.${rest}`;
  const rows = edited.map(({ line, name, serial, before, after }) => [String(line), name, serial, before, after]);
  const end = dryRun
    ? `Dry run of ${counted(edited.length, "change")}: nothing was changed.`
    : `${counted(edited.length, "device")} changed.`;
  return `${table(["LINE", "DEVICE", "SERIAL", "BEFORE", "AFTER"], rows)}\n${end}${rest}`;
}
