import type { Command } from "commander";
import { replayChanges } from "../../../core/home/changes/replay-changes.ts";
import { homeIn } from "../../../edges/home-file/load.ts";
import { looksLikeBackup } from "../../../edges/store/backup.ts";
import { exportedText, looksExported } from "../../../edges/store/exported-home.ts";
import { newIdentity } from "../../../edges/store/folder/new-identity.ts";
import { VERSION } from "../../../runtime/package.ts";
import { CommandFault } from "../command-fault.ts";
import { confirm } from "./confirm.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";
import { describeCounts } from "./status-lines.ts";
import { problemsIn, textIn } from "./text-file.ts";

const EXAMPLES = `
Examples:
  luxgate import my-home.json                        an export, or a home file in YAML
  luxgate import my-home.yaml --yes                  without confirmation
  ssh den luxgate export | luxgate import - --yes    copy the home of the gateway on the machine "den"

The import replaces the whole home. The gateway keeps its identity, and its clients stay paired. Luxgate saves the
previous home and prints its path.`;

interface Options extends OperatorOptions {
  readonly yes: boolean;
}

/** `luxgate import` */
export const importCommand = (): Command =>
  operatorCommand("import", "Replace the whole home with an export or a home file.")
    .argument("<file>", 'export or home file, or "-" for standard input')
    .option("--yes", "skip the confirmation", false)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: Options) => {
      const text = exported(await textIn(file), file);
      const { before, after } = await problemsIn(file, ask(options, "home.check", { text }));
      const warning = `The whole home (${describeCounts(before)}) will be replaced with ${file} (${describeCounts(after)}).`;
      await confirm(warning, options);
      const replaced = await ask(options, "home.import", { text });
      say(options, replaced, ({ after: now, kept }) => {
        return `The home was replaced. It now has ${describeCounts(now)}. The previous home is saved in ${kept}.`;
      });
    });

/** A home file becomes an export here, where its pictures are; whose identity it bears does not matter. */
function exported(text: string, file: string): string {
  if (looksExported(text)) return text;
  if (looksLikeBackup(text))
    throw new CommandFault([`${file} is a backup, not an export. To restore it: luxgate restore ${file}`]);
  const home = homeIn(text, file, VERSION);
  if ("problems" in home) throw new CommandFault(home.problems);
  const contents = replayChanges(home.changes, newIdentity());
  const isBare = contents.devices.length === 1 && contents.rooms.every(({ kind }) => kind !== "normal");
  if (isBare)
    throw new CommandFault([`${file}: it contains no home; expected an export, or a home file with rooms and devices`]);
  return exportedText(contents, VERSION);
}
