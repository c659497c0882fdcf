import type { Command } from "commander";
import { MAX_LINE_BYTES } from "../../../edges/control/protocol.ts";
import { countsIn } from "../../../edges/control/views/status-view.ts";
import { readBackup } from "../../../edges/store/backup.ts";
import { counted } from "../../../shared/counted.ts";
import { givenText } from "../../../shared/given-file.ts";
import { CommandFault } from "../command-fault.ts";
import { mayWrite } from "../terminal/output.ts";
import { writeWholeFile } from "../terminal/whole-file.ts";
import { ask, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";
import { describeCounts } from "./status-lines.ts";

const EXAMPLES = `
Examples:
  luxgate backup luxgate-backup.json                  home, pictures and identity, without keys
  luxgate backup luxgate-backup.json --with-keys      clients stay paired after a restore; keep the file secret
  luxgate backup luxgate-backup.json --force          overwrite an existing file
  luxgate restore luxgate-backup.json                 on a new machine, before "luxgate serve"

For automatic daily backups, keeping the last 7: luxgate serve --backup-dir /var/backups/luxgate`;

interface Options extends OperatorOptions {
  readonly withKeys: boolean;
  readonly force: boolean;
}

/** `luxgate backup` */
export const backupCommand = (): Command =>
  operatorCommand("backup", "Back up the gateway to a file and verify it.")
    .argument("<file>")
    .option("--with-keys", "include key digests and Matter pairings: clients stay paired after a restore", false)
    .option("--force", "overwrite an existing file", false)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: Options) => {
      mayWrite(file, options.force);
      const { text } = await ask(options, "home.backup", { withKeys: options.withKeys });
      await writeWholeFile(file, text, { mayOverwrite: options.force, mode: 0o600 });
      const { home, keys, matter } = readBackIn(file, text);
      say(options, { file, bytes: Buffer.byteLength(text), home, keys, matter }, () => {
        const clients = options.withKeys ? counted(keys, "key") : "no keys";
        const bridge = matter ? ", the Matter bridge" : "";
        return `The backup was written to ${file} and verified: ${describeCounts(home)}, ${clients}${bridge}.`;
      });
    });

/** What is on the disk is what was sent, and can be restored. */
function readBackIn(file: string, text: string) {
  if (givenText(file, MAX_LINE_BYTES) !== text) {
    throw new CommandFault([`${file} differs from what was written to it. The disk may be faulty.`]);
  }
  const backup = readBackup(text);
  if ("problems" in backup) throw new CommandFault(backup.problems.map((problem) => `${file}: ${problem}`));
  const { contents, matter } = backup;
  return { home: countsIn(contents), keys: contents.keys.length, matter: matter !== undefined };
}
