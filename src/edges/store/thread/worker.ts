import { parentPort } from "node:worker_threads";
import { StoreFault } from "../../../core/gateway/store.ts";
import { readExported } from "../exported-home.ts";
import { faultKind, faultWords } from "../faults.ts";
import { HomeFolder } from "../folder/home-folder.ts";
import { stateFolderAt } from "../folder/state-folder.ts";
import type { WorkerAnswer, WorkerTask } from "./worker-messages.ts";

/** The store's thread: a slow disk blocks this thread and nothing else. */
let folder: HomeFolder | undefined;
let snapshotMillis = 0;
let snapshotTimer: NodeJS.Timeout | undefined;
/** A loss of power costs the trail no more than this. */
const TRAIL_SYNC_MILLIS = 5_000;
let trailTimer: NodeJS.Timeout | undefined;

function perform(task: WorkerTask): WorkerAnswer {
  switch (task.do) {
    case "open":
      folder = new HomeFolder(stateFolderAt(task.folder, task.version));
      snapshotMillis = task.snapshotMillis;
      return { found: folder.open() };
    case "begin":
      openFolder().begin(task.entries, task.madeFrom);
      return { done: true };
    case "gather":
      openFolder().gather(task.writes);
      return { done: true };
    case "commit":
      openFolder().commit(task.writes, task.words);
      if (task.trail.length > 0) openFolder().trail.append(task.trail);
      return { done: true };
    case "note":
      openFolder().trail.append(task.trail);
      return { done: true };
    case "read-trail":
      return { piece: openFolder().trail.read(task.query, task.older) };
    case "read-export":
      return { read: readExported(task.text) };
    case "read-sessions":
      return { sessions: openFolder().readSessions() };
    case "write-sessions":
      openFolder().writeSessions(task.text);
      return { done: true };
    case "read-matter":
      return { matter: openFolder().readMatter() };
    case "write-matter":
      openFolder().writeMatter(task.rows);
      return { done: true };
    case "claim-matter":
      return { report: openFolder().claimMatter(task.gatewayId) };
    case "purge-history":
      openFolder().purgeHistory();
      return { done: true };
    case "close":
      clearTimeout(snapshotTimer);
      clearTimeout(trailTimer);
      takeSnapshot();
      folder?.close();
      return { done: true };
  }
}

function openFolder(): HomeFolder {
  if (!folder) throw new StoreFault("the database was not opened");
  return folder;
}

/** A snapshot that fails, on a full disk say, is tried again after the next change. */
function takeSnapshot(): void {
  snapshotTimer = undefined;
  try {
    folder?.takeSnapshot();
  } catch {
    // The home itself is untouched; the next commit shows whether it can be written to.
  }
}

/** The first snapshot of a home is taken at once, the next ones at their pace. */
function snapshotLater(task: WorkerTask): void {
  if (task.do === "close" || !folder?.isAheadOfSnapshots) return;
  if (!folder.hasSnapshots || task.do === "begin" || task.do === "purge-history") takeSnapshot();
  else snapshotTimer ??= setTimeout(takeSnapshot, snapshotMillis).unref();
}

/** Entries of the trail are synced together, some time later: no command waits for that. */
function syncTrailLater(): void {
  if (!folder || folder.trail.isSynced) return;
  trailTimer ??= setTimeout(() => {
    trailTimer = undefined;
    folder?.trail.sync();
  }, TRAIL_SYNC_MILLIS).unref();
}

function answerTo(task: WorkerTask): WorkerAnswer {
  try {
    return perform(task);
  } catch (error) {
    return { fault: faultWords(error), kind: faultKind(error) };
  }
}

parentPort?.on("message", (task: WorkerTask) => {
  const answer = answerTo(task);
  parentPort?.postMessage(answer);
  if (task.do === "close") parentPort?.close();
  else {
    snapshotLater(task);
    syncTrailLater();
  }
});
