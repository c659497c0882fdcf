import { lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StoreFault } from "../../../core/gateway/store.ts";
import { examineFolder } from "../../../shared/folder-trust.ts";
import { faultWords, isDamage } from "../faults.ts";
import { copyPlain } from "../folder/plain-file.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import type { Entry } from "../sqlite/entries.ts";
import type { About } from "../sqlite/rows.ts";
import { lossLines } from "./loss-lines.ts";
import { readWhole } from "./snapshots.ts";

export interface ReadHome {
  readonly about: About;
  readonly entries: readonly Entry[];
  readonly report: readonly string[];
}

/** The home in a folder that cannot be written to, or its last good snapshot. */
export function readUnwritable({ homePath, snapshots, recent }: StateFolder): ReadHome {
  const report: string[] = [];
  for (const path of [homePath, ...snapshots.all().map((snapshot) => snapshot.path)]) {
    try {
      const { about, entries } = readCopy(path);
      if (report.length > 0) report.push(`Luxgate uses the home as of ${about.at} from ${path}.`);
      const lost = recent.after(about.sequence);
      if (lost.length > 0) report.push(...lossLines(lost, about.at));
      return { about, entries, report };
    } catch (error) {
      if (!isDamage(error)) throw error;
      report.push(`${path} is damaged (${faultWords(error)}).`);
    }
  }
  throw new StoreFault(`${report.join(" ")} Luxgate cannot repair anything while the folder is not writable.`);
}

/** SQLite must write to recover a log after a crash, so it gets a copy. */
function readCopy(path: string): Omit<ReadHome, "report"> {
  const workFolder = mkdtempSync(join(tmpdir(), "luxgate-"));
  const copy = join(workFolder, "home.db");
  try {
    if ("refusal" in examineFolder(workFolder)) {
      throw new StoreFault(
        `other users could read a copy of the home in ${tmpdir()}: choose another folder with TMPDIR`,
      );
    }
    for (const suffix of ["", "-wal"]) {
      if (lstatSync(`${path}${suffix}`, { throwIfNoEntry: false })) copyPlain(`${path}${suffix}`, `${copy}${suffix}`);
    }
    return readWhole(copy);
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}
