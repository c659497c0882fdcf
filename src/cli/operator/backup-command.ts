import type { Command } from "commander";
import { MAX_LINE_BYTES } from "../../control/protocol.ts";
import { countsIn } from "../../control/views/status-view.ts";
import { counted } from "../../shared/counted.ts";
import { givenText } from "../../shared/given-file.ts";
import { readBackup } from "../../store/backup.ts";
import { CommandFault } from "../command-fault.ts";
import { mayWrite } from "../terminal/output.ts";
import { writeWholeFile } from "../terminal/whole-file.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";
import { describeCounts } from "./status-lines.ts";

const EXAMPLES = `
Examples:
  luxgate backup luxgate-backup.json                  the whole gateway: home, pictures, identity
  luxgate backup luxgate-backup.json --with-keys      clients stay paired after a restore; keep the file safe
  luxgate backup luxgate-backup.json --force          over the file that is there
  luxgate restore luxgate-backup.json                 on an empty machine, before "luxgate serve"

By itself, every day, keeping seven: luxgate serve --backup-dir /var/backups/luxgate`;

interface Options extends OperatorOptions {
  readonly withKeys: boolean;
  readonly force: boolean;
}

/** `luxgate backup` */
export const backupCommand = (): Command =>
  operatorCommand("backup", "Write all that the gateway is to a file, and read it back.")
    .argument("<file>")
    .option("--with-keys", "with the digests of keys, so that clients need not pair again", false)
    .option("--force", "write over a file that is there", false)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: Options) => {
      mayWrite(file, options.force);
      const { text } = await ask(options, "home.backup", { withKeys: options.withKeys });
      await writeWholeFile(file, text, { mayOverwrite: options.force, mode: 0o600 });
      const { home, keys } = readBackIn(file, text);
      say(options, { file, bytes: Buffer.byteLength(text), home, keys }, () => {
        const clients = options.withKeys ? `${counted(keys, "key")}` : "no keys";
        return `The backup is in ${file}: ${describeCounts(home)}, ${clients}. It was read back and is whole.`;
      });
    });

/** What is on the disk is what was sent, and can be restored. */
function readBackIn(file: string, text: string) {
  if (givenText(file, MAX_LINE_BYTES) !== text) {
    throw new CommandFault([`${file} is not what was written to it: the disk is not to be trusted.`]);
  }
  const backup = readBackup(text);
  if ("mistakes" in backup) throw new CommandFault(backup.mistakes.map((mistake) => `${file}: ${mistake}`));
  return { home: countsIn(backup.contents), keys: backup.contents.keys.length };
}
