import type { Command } from "commander";
import { replayChanges } from "../../home/changes/replay-changes.ts";
import { homeIn } from "../../home-file/load.ts";
import { VERSION } from "../../runtime/package.ts";
import { looksLikeBackup } from "../../store/backup.ts";
import { exportedText, looksExported } from "../../store/exported-home.ts";
import { newIdentity } from "../../store/folder/new-identity.ts";
import { CommandFault } from "../command-fault.ts";
import { confirm } from "./confirm.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";
import { describeCounts } from "./status-lines.ts";
import { mistakesIn, textIn } from "./text-file.ts";

const EXAMPLES = `
Examples:
  luxgate import my-home.json            an export, or a home file in YAML
  luxgate import my-home.yaml --yes      without a question
  ssh den luxgate export | luxgate import - --yes

The whole home is replaced; the gateway stays the one it is for its clients. The home before is kept, and the answer
says where.`;

interface Options extends OperatorOptions {
  readonly yes: boolean;
}

/** `luxgate import` */
export const importCommand = (): Command =>
  operatorCommand("import", "Replace the whole home by an export or a home file.")
    .argument("<file>", '"-" for standard input')
    .option("--yes", "do not ask", false)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: Options) => {
      const text = exported(await textIn(file), file);
      const { before, after } = await mistakesIn(file, ask(options, "home.check", { text }));
      const warning = `${describeCounts(after)} in ${file} will replace the whole home: ${describeCounts(before)}.`;
      await confirm(warning, options);
      const replaced = await ask(options, "home.import", { text });
      say(options, replaced, ({ after: now, kept }) => {
        return `The home was replaced; it has ${describeCounts(now)} now. The one before is kept in ${kept}.`;
      });
    });

/** A home file becomes an export here, where its pictures are; whose identity it bears does not matter. */
function exported(text: string, file: string): string {
  if (looksExported(text)) return text;
  if (looksLikeBackup(text)) throw new CommandFault([`${file} is a backup: luxgate restore ${file}`]);
  const home = homeIn(text, file, VERSION);
  if ("mistakes" in home) throw new CommandFault(home.mistakes);
  const contents = replayChanges(home.changes, newIdentity());
  const isBare = contents.devices.length === 1 && contents.rooms.every(({ kind }) => kind !== "normal");
  if (isBare) throw new CommandFault([`${file}: there is no home in it; expected an export, or rooms and devices`]);
  return exportedText(contents, VERSION);
}
