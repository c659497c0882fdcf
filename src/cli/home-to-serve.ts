import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { StoreFault } from "../gateway/store.ts";
import type { HomeContents } from "../home/contents.ts";
import type { Identity } from "../home/identity.ts";
import { homeMadeBy } from "../home/made-by.ts";
import { loadHome } from "../home-file/load.ts";
import { FolderInUse } from "../store/faults.ts";
import { identityFromFile } from "../store/identity-file.ts";
import { newIdentity } from "../store/new-identity.ts";
import { type FoundHome, openSqliteStore, type SqliteStore } from "../store/sqlite-store.ts";
import { CommandFault } from "./command-fault.ts";
import { DEMO_HOME, STORE_WORKER, VERSION } from "./package.ts";
import { keepReplaced } from "./replaced-homes.ts";

/** While the home changes, the newest snapshot gets at most this old. */
const SNAPSHOT_MILLIS = 10 * 60 * 1000;

export interface ServedHome {
  readonly contents: HomeContents;
  readonly store: SqliteStore;
  /** Why the store cannot be written to for now. */
  readonly storeTrouble: string | undefined;
  /** What a person should know of how it was found; a line each. */
  readonly report: readonly string[];
}

/**
 * The home that is stored in the folder. Where there is none, or the home file that was given is another one than the
 * stored home was made from, the file's takes its place; what was stored is kept.
 */
export async function homeToServe(folder: string, homeFile: string): Promise<ServedHome> {
  const madeFrom = homeFile === DEMO_HOME ? "demo" : digestOf(homeFile);
  const { store, found } = await openStore(folder);
  try {
    const isAnother = homeFile !== DEMO_HOME && found.madeFrom !== madeFrom;
    if (found.contents && !isAnother)
      return { contents: found.contents, store, storeTrouble: found.trouble, report: found.report };
    const identity = found.contents?.identity ?? identityFromFile(folder) ?? newIdentity();
    const fresh = homeFrom(homeFile, identity);
    if ("mistakes" in fresh) throw new CommandFault(fresh.mistakes);
    const contents = { ...fresh, keys: found.contents?.keys ?? [] };
    const report = [...found.report, ...(found.contents ? [keptLine(keepReplaced(folder, found.contents))] : [])];
    await store.begin(contents, madeFrom);
    return { contents, store, storeTrouble: undefined, report };
  } catch (error) {
    await store.close();
    throw error instanceof StoreFault ? unusable(folder, error) : error;
  }
}

/** The home of a file, or a line for each mistake in it. */
export function homeFrom(
  homeFile: string,
  identity: Identity,
): HomeContents | { readonly mistakes: readonly string[] } {
  const home = loadHome(homeFile, VERSION);
  return "mistakes" in home ? home : homeMadeBy(home.changes, identity);
}

async function openStore(folder: string): Promise<{ store: SqliteStore; found: FoundHome }> {
  try {
    return await openSqliteStore({
      folder,
      version: VERSION,
      snapshotMillis: SNAPSHOT_MILLIS,
      workerPath: STORE_WORKER,
    });
  } catch (error) {
    if (error instanceof FolderInUse) {
      throw new CommandFault([`${sentence(error.message)}: stop it, or give another folder with --data-dir.`], error);
    }
    throw unusable(folder, error);
  }
}

function unusable(folder: string, error: unknown): CommandFault {
  const reason = error instanceof Error ? error.message : String(error);
  const mend = "mend that, or give a folder that this user may write to with --data-dir";
  return new CommandFault([`The state folder ${folder} cannot be used (${reason}): ${mend}.`], error);
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Which text a home was made from; a file that cannot be read is told of before anything is touched. */
function digestOf(homeFile: string): string {
  try {
    return createHash("sha256").update(readFileSync(homeFile)).digest("hex");
  } catch (error) {
    const home = loadHome(homeFile, VERSION);
    throw "mistakes" in home ? new CommandFault(home.mistakes, error) : error;
  }
}

const keptLine = (path: string): string =>
  `The home file is another one: its home is served now. The one before is kept; to go back: luxgate import ${path}`;
