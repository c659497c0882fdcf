import { rmSync } from "node:fs";
import { join } from "node:path";
import { StoreFault } from "../../../core/gateway/store.ts";
import type { HomeContents } from "../../../core/home/model/contents.ts";
import { BACKEND_KINDS } from "../../../edges/backends/backend-kinds.ts";
import { exportedPieces, exportedText } from "../../../edges/store/exported-home.ts";
import { FolderInUse, FolderRefused } from "../../../edges/store/faults.ts";
import { makeInnerFolder, putInPlace, writeDurably } from "../../../edges/store/folder/durable-file.ts";
import { identityFromFile } from "../../../edges/store/folder/identity-file.ts";
import { newIdentity } from "../../../edges/store/folder/new-identity.ts";
import { writeInSteps } from "../../../edges/store/folder/write-in-steps.ts";
import type { FoundHome, SqliteStore } from "../../../edges/store/thread/sqlite-store.ts";
import { VERSION } from "../../../runtime/package.ts";
import { CommandFault } from "../command-fault.ts";
import type { FirstHome } from "./first-home.ts";

/** While the home changes, the newest snapshot gets at most this old. */
const SNAPSHOT_MILLIS = 10 * 60 * 1000;

export interface ServedHome {
  readonly contents: HomeContents;
  readonly store: SqliteStore;
  /** What the store remembers the home by. */
  readonly madeFrom: string;
  /** Why the store cannot be written to for now. */
  readonly storeProblem: string | undefined;
  /** What a person should know of how it was found; a line each. */
  readonly report: readonly string[];
}

/**
 * The home that is stored in the folder. Where there is none, or the stored home was made from something else than
 * what is given now, a first home takes its place; what was stored is kept. A home whose lamps are looked for
 * elsewhere than before is served on, and kept as it was too.
 */
export async function homeToServe(folder: string, first: FirstHome, store: SqliteStore): Promise<ServedHome> {
  const found = await openedHome(store, folder);
  try {
    const stored = found.contents && storedHome(found, first, folder);
    const servedOn = first.servesOn(found.madeFrom);
    if (stored && !servedOn) {
      const { madeFrom, problem: storeProblem, report } = found;
      return { contents: stored, store, madeFrom, storeProblem, report };
    }
    const contents = stored ?? (await freshHome(found, first, folder));
    const whyKept = servedOn ?? first.replaces;
    const kept = found.contents ? (whyKept?.(keptFrom(folder, found.contents)) ?? []) : [];
    await store.begin(contents, first.madeFrom);
    const { madeFrom } = first;
    return { contents, store, madeFrom, storeProblem: undefined, report: found.report.concat(kept) };
  } catch (error) {
    await store.close();
    throw error instanceof StoreFault ? unusable(folder, error) : error;
  }
}

function keptFrom(folder: string, contents: HomeContents): string {
  try {
    return keepReplaced(folder, contents);
  } catch (error) {
    throw unusable(folder, error);
  }
}

const replacedIn = (stateFolder: string): string => join(stateFolder, "replaced");

/** Keeps a home that another is about to take the place of, as an export; gives where. */
export function keepReplaced(stateFolder: string, contents: HomeContents): string {
  const path = replacedNow(stateFolder);
  writeDurably(path, exportedText(contents, VERSION));
  return path;
}

/** The same in small steps, while the home is served. */
export async function keepReplacedInSteps(stateFolder: string, contents: HomeContents): Promise<string> {
  const path = replacedNow(stateFolder);
  const draft = `${path}.new`;
  try {
    await writeInSteps(draft, exportedPieces(contents, VERSION));
    putInPlace(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return path;
}

/** Where a home of this moment is kept. */
function replacedNow(stateFolder: string): string {
  makeInnerFolder(replacedIn(stateFolder));
  return join(replacedIn(stateFolder), `home-${new Date().toISOString().replace(/[:.]/g, "-")}.json`);
}

export const forgetReplaced = (stateFolder: string): void =>
  rmSync(replacedIn(stateFolder), { recursive: true, force: true });

/** Its identity and its clients are those of the stored one, if there is one. */
async function freshHome({ contents: stored }: FoundHome, first: FirstHome, folder: string): Promise<HomeContents> {
  const fresh = await first.make(stored?.identity ?? identityFromFile(folder) ?? newIdentity());
  if ("problems" in fresh) throw new CommandFault(fresh.problems);
  return { ...fresh, keys: stored?.keys ?? [] };
}

/** The stored home, unless a first home is to take its place. Real lamps are never served as simulated ones. */
function storedHome({ contents, madeFrom }: FoundHome, first: FirstHome, folder: string): HomeContents | undefined {
  if (madeFrom === first.madeFrom || first.servesOn(madeFrom)) return contents;
  if (first.replaces) return undefined;
  const lacking = lackingFor(madeFrom);
  if (lacking === undefined) return contents;
  throw new CommandFault([
    `The home in ${folder} comes from ${lacking}, or choose another data folder with --data-dir.`,
  ]);
}

/** What a stored home of a back end lacks when `--backend` is not given; undefined for a home of a file. */
function lackingFor(madeFrom: string): string | undefined {
  const home = BACKEND_KINDS.map((kind) => kind.home).find((each) => each.isMadeFrom(madeFrom));
  return home && `${home.title}: ${home.advice}`;
}

/** Opens the home in a folder; what keeps it from that is a fault in words. */
export async function openedHome(store: SqliteStore, folder: string): Promise<FoundHome> {
  try {
    return await store.open({ folder, version: VERSION, snapshotMillis: SNAPSHOT_MILLIS });
  } catch (error) {
    if (error instanceof FolderInUse) {
      throw new CommandFault(
        [`${sentence(error.message)}: stop it, or choose another data folder with --data-dir.`],
        error,
      );
    }
    throw error instanceof FolderRefused ? new CommandFault([error.message], error) : unusable(folder, error);
  }
}

export function unusable(folder: string, error: unknown): CommandFault {
  const reason = error instanceof Error ? error.message : String(error);
  const mend = "fix this, or use --data-dir to choose a folder that this user can write to";
  return new CommandFault([`The data folder ${folder} cannot be used (${reason}): ${mend}.`], error);
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
