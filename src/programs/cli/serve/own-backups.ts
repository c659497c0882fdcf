import { resolve } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { contentsOf } from "../../../core/home/home.ts";
import { type Backup, backupPieces } from "../../../edges/store/backup.ts";
import type { SqliteStore } from "../../../edges/store/thread/sqlite-store.ts";
import { VERSION } from "../../../runtime/package.ts";
import type { RunningGateway } from "../../../runtime/start-gateway.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { Backups } from "./backups.ts";
import { logWarning } from "./log.ts";
import type { ServeOptions } from "./serve-command.ts";

/** How many characters of a reset id distinguish gateways. */
const SHOWN_OF_ID = 8;

/** The home that is served, and what else a backup holds. */
export interface BackedUp {
  readonly running: Pick<RunningGateway, "gateway">;
  readonly madeFrom: string;
  readonly store: Pick<SqliteStore, "readMatter">;
}

/** What a backup of the running gateway holds at this moment; pairings with ecosystems are secrets as keys are. */
export async function backupOf({ running, madeFrom, store }: BackedUp, hasKeys: boolean): Promise<Backup> {
  const stored = hasKeys ? await store.readMatter() : undefined;
  if (stored === "damaged")
    logWarning("The backup has no Matter pairings: matter.db is damaged. With --matter, the next start sets it aside.");
  const { gateway } = running;
  return {
    contents: contentsOf(gateway.home),
    madeFrom,
    at: new Date().toISOString(),
    luxgate: VERSION,
    hasKeys,
    matter: stored === "damaged" ? undefined : stored,
  };
}

/** How many pieces are made in one turn of the event loop. */
const PIECES_AT_ONCE = 500;

/** A whole text out of its pieces, without keeping the event loop from others. */
export async function inSteps(pieces: Iterable<string>): Promise<string> {
  const made: string[] = [];
  for (const piece of pieces) {
    made.push(piece);
    if (made.length % PIECES_AT_ONCE === 0) await nextTurn();
  }
  return made.join("");
}

/** Makes backups of the running gateway on the schedule that its flags give. */
export function startOwnBackups(
  { backupDir = "", backupEvery, backupKeep, backupWithKeys }: ServeOptions,
  backedUp: BackedUp,
): Backups {
  const { trail, home } = backedUp.running.gateway;
  const folder = resolve(backupDir);
  return new Backups({
    folder,
    everyMillis: backupEvery,
    keep: backupKeep,
    gatewayId: () => home.identity.resetId.slice(0, SHOWN_OF_ID),
    pieces: async () => backupPieces(await backupOf(backedUp, backupWithKeys)),
    clock: SYSTEM_CLOCK,
    today: () => new Date(),
    onMade: (path) =>
      trail.note({ by: { kind: "gateway" }, did: `backup written to ${path}`, devices: [], outcome: "done" }),
    onFault: (reason) => {
      logWarning(`The backup to ${folder} failed (${reason}). Retrying.`);
      trail.noteSparingly("backup", {
        by: { kind: "gateway" },
        did: `backup to ${folder}`,
        devices: [],
        outcome: "refused",
        why: reason,
      });
    },
  });
}
