import type { Command } from "commander";
import { nearestWord } from "../../shared/nearest-word.ts";
import { CommandFault } from "./command-fault.ts";

/** A command that does something without a subcommand takes no word that is not one of them. */
export function refuseUnknownSubcommand(command: Command): void {
  const [written] = command.args;
  if (written === undefined) return;
  const known = command.commands.map((subcommand) => subcommand.name());
  const meant = nearestWord(written, known);
  const hint = meant === undefined ? `Use one of: ${known.join(", ")}.` : `Did you mean "${meant}"?`;
  throw new CommandFault([`Unknown command "${pathOf(command)} ${written}". ${hint}`]);
}

/** "fleet keys", without the name of the program. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}
