import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { StoreFault } from "../../../core/gateway/store.ts";
import { sync, writeDurably } from "./durable-file.ts";
import { readPlain } from "./plain-file.ts";

/** More than all sessions need. */
const MOST_BYTES = 1024 * 1024;

/** Operators' sessions, beside the home and never in it: so they are in no snapshot, no export and no backup. */
const pathIn = (folder: string): string => join(folder, "operator-sessions.json");

/** What a loss of power left of a file that did not take its place. */
const DRAFT = /^operator-sessions\.json\.[0-9a-f]{8}\.new$/;

/** Undefined where there is none. */
export function readSessions(folder: string): string | undefined {
  for (const name of readdirSync(folder)) if (DRAFT.test(name)) rmSync(join(folder, name), { force: true });
  const path = pathIn(folder);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (stats.size > MOST_BYTES) throw new StoreFault(`${path} is too large`);
  return readPlain(path, (handle) => readFileSync(handle, "utf8"));
}

/**
 * Durable when this returns. Where it fails the old sessions are gone too, if that can be: one that has ended must not come
 * back, and a disk that is full still lets go of a file.
 */
export function writeSessions(folder: string, text: string): void {
  const path = pathIn(folder);
  try {
    writeDurably(path, text);
  } catch (error) {
    rmSync(path, { force: true });
    sync(dirname(path));
    throw error;
  }
}
