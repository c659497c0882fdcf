import { resolve } from "node:path";
import type { Command } from "commander";
import type { HomeContents } from "../../../core/home/model/contents.ts";
import { OPERATOR } from "../../../core/home/trail-entry.ts";
import { countsIn } from "../../../edges/control/views/status-view.ts";
import { type Backup, readBackup } from "../../../edges/store/backup.ts";
import { exportedText } from "../../../edges/store/exported-home.ts";
import { type FoundHome, SqliteStore } from "../../../edges/store/thread/sqlite-store.ts";
import { STORE_WORKER, VERSION } from "../../../runtime/package.ts";
import { counted } from "../../../shared/counted.ts";
import { printable } from "../../../shared/printable.ts";
import { CommandFault } from "../command-fault.ts";
import { keepReplaced, openedHome } from "../serve/home-to-serve.ts";
import { confirm } from "./confirm.ts";
import { gatewayFolder, type OperatorOptions, operatorCommand, say } from "./operator-command.ts";
import { describeCounts } from "./status-lines.ts";
import { textIn } from "./text-file.ts";

const EXAMPLES = `
Examples:
  luxgate restore luxgate-backup.json                          then: luxgate serve
  luxgate restore luxgate-backup.json --data-dir /var/lib/luxgate
  luxgate restore luxgate-backup.json --yes                    replace an existing home, which is saved first

Stop the gateway first. The restored gateway has the ids and the MAC address of the backup. Clients take it for the
original gateway, so do not run both. Start it with the same --home or --backend as the original.`;

interface Options extends OperatorOptions {
  readonly yes: boolean;
}

/** `luxgate restore` */
export const restoreCommand = (): Command =>
  operatorCommand("restore", "Restore a stopped gateway from a backup.")
    .argument("<file>", 'backup file, or "-" for standard input')
    .option("--yes", "skip the confirmation", false)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: Options) => {
      const backup = readBackup(await textIn(file));
      if ("problems" in backup) throw new CommandFault(backup.problems.map((problem) => `${file}: ${problem}`));
      const folder = resolve(await gatewayFolder(options));
      const { contents, kept } = await restored(backup, folder, options);
      const answer = { folder, home: countsIn(contents), keys: contents.keys.length, kept: kept ?? null };
      say(options, answer, ({ home, keys }) => {
        const who = [clientWords(keys), ...(backup.matter ? ["The Matter bridge keeps its ecosystems."] : [])].join(
          " ",
        );
        const before = kept === undefined ? "" : ` The previous home is saved in ${kept}.`;
        return `The backup of ${backup.at} was restored to ${folder}: ${describeCounts(home)}. ${who}${before}`;
      });
    });

const clientWords = (keys: number): string =>
  keys > 0 ? `${counted(keys, "client")} ${keys === 1 ? "stays" : "stay"} paired.` : "No client is paired.";

async function restored(backup: Backup, folder: string, { yes }: Options) {
  const contents = await inStore(folder, async (store, found) => {
    for (const line of found.report) process.stderr.write(`${printable(line)}\n`);
    if (found.problem !== undefined) throw new CommandFault([`${folder} cannot be written to: ${found.problem}.`]);
    const { contents: before } = found;
    if (before) await confirm(`The home in ${folder} (${describeCounts(countsIn(before))}) will be replaced.`, { yes });
    const kept = before && keepReplaced(folder, before);
    const after = withKeys(backup, before);
    await store.begin(after, backup.madeFrom);
    if (!staysPaired(backup, before)) await store.writeMatter(backup.matter);
    store.note([{ by: OPERATOR, did: `backup of ${backup.at} restored`, devices: [], outcome: "done" }]);
    return { contents: after, kept };
  });
  const readBack = await inStore(folder, async (_store, found) => found.contents);
  const isSame = readBack && exportedText(readBack, VERSION) === exportedText(contents.contents, VERSION);
  if (!isSame) throw new CommandFault([`${folder} differs from what was restored to it. The disk may be faulty.`]);
  return contents;
}

/** Clients and ecosystems of this very gateway stay paired, also where the backup holds no keys. */
const staysPaired = ({ contents, hasKeys }: Backup, before: HomeContents | undefined): before is HomeContents =>
  !hasKeys && before?.identity.resetId === contents.identity.resetId;

const withKeys = (backup: Backup, before: HomeContents | undefined): HomeContents =>
  staysPaired(backup, before) ? { ...backup.contents, keys: before.keys } : backup.contents;

async function inStore<Result>(
  folder: string,
  work: (store: SqliteStore, found: FoundHome) => Promise<Result>,
): Promise<Result> {
  const store = SqliteStore.start(STORE_WORKER);
  const found = await openedHome(store, folder);
  try {
    return await work(store, found);
  } finally {
    await store.close();
  }
}
