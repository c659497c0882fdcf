import type { Command } from "commander";
import { counted } from "../../../shared/counted.ts";
import { givenText } from "../../../shared/given-file.ts";
import { CommandFault } from "../command-fault.ts";
import { confirm } from "../operator/confirm.ts";
import { say } from "../operator/operator-command.ts";
import { mayWrite } from "../terminal/output.ts";
import { writeWholeFile } from "../terminal/whole-file.ts";
import { type FleetOptions, fleetSubcommand } from "./fleet-options.ts";

const MAX_BACKUP_BYTES = 256 * 1024 * 1024;

const EXAMPLES = `
Examples:
  luxgate fleet backup fleet-backup.json            write a backup
  luxgate fleet backup fleet-backup.json --force    overwrite an existing file

The backup has the fleet's identity, the lists of gateways and fronts, and the digests of clients' keys.
It does not have:
  - lights, rooms and scenes: after a restore, gateways publish them again
  - the fleet's folder with its signing keys: copy that too`;

/** `luxgate fleet backup` */
export const fleetBackupCommand = (): Command =>
  fleetSubcommand("backup", "Back up the fleet's identity, gateways, fronts and clients to a file.")
    .argument("<file>")
    .option("--force", "overwrite an existing file", false)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: FleetOptions & { readonly force: boolean }) => {
      mayWrite(file, options.force);
      const [{ withFleet }, { backupText }] = await parts();
      const { text, entries } = await withFleet(options, backupText);
      await writeWholeFile(file, text, { mayOverwrite: options.force, mode: 0o600 });
      say(options, { file, entries }, () => `The backup was written to ${file}: ${counted(entries, "entry")}.`);
    });

const RESTORE_EXAMPLES = `
Examples:
  luxgate fleet restore fleet-backup.json --yes    after "luxgate fleet setup" on new servers

Entries of the backup replace those of the same name. Entries that are not in the backup stay.
Gateways and fronts that you removed after the backup are not restored, and neither are clients' keys that you revoked with
"luxgate fleet keys revoke". The fleet's folder records which ones they are. Keys that were revoked on the web page of a
front more than a day before are valid again: look through "luxgate fleet keys".`;

/** `luxgate fleet restore` */
export const fleetRestoreCommand = (): Command =>
  fleetSubcommand("restore", "Restore the fleet's identity, gateways, fronts and clients from a backup.")
    .argument("<file>")
    .option("--yes", "skip the confirmation", false)
    .addHelpText("after", RESTORE_EXAMPLES)
    .action(async (file: string, options: FleetOptions & { readonly yes: boolean }) => {
      const text = givenText(file, MAX_BACKUP_BYTES);
      if (typeof text !== "string") throw new CommandFault([`${file}: ${text.unreadable}.`]);
      await confirm("Entries of the fleet will be replaced by those of the backup.", options);
      const [{ withFleet }, { restore }] = await parts();
      const restored = await withFleet(options, (fleet) => restore(fleet, file, text));
      say(options, restored, ({ entries, leftOut }) => {
        const names = leftOut.map((name) => `"${name}"`).join(", ");
        const without = leftOut.length === 0 ? "" : ` Left out, as they were removed or revoked since: ${names}.`;
        return `The fleet was restored: ${counted(entries, "entry")}.${without}`;
      });
    });

const parts = () => Promise.all([import("./operated-fleet.ts"), import("./fleet-backup.ts")]);
