import { parentPort } from "node:worker_threads";
import { StoreFault } from "../../gateway/store.ts";
import { collectGarbage } from "../../shared/collect-garbage.ts";
import { faultKind, faultWords } from "../faults.ts";
import { HomeFolder } from "../folder/home-folder.ts";
import { stateFolderAt } from "../folder/state-folder.ts";
import type { Write } from "../sqlite/ledger.ts";
import type { WorkerAnswer, WorkerTask } from "./worker-messages.ts";

/** The store's thread: a slow disk blocks this thread and nothing else. */
let folder: HomeFolder | undefined;
let snapshotMillis = 0;
let snapshotTimer: NodeJS.Timeout | undefined;
/** Writes of batches that are not complete yet. */
const gathered = new Map<number, readonly Write[]>();

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
      gathered.set(task.batch, [...(gathered.get(task.batch) ?? []), ...task.writes]);
      return { done: true };
    case "commit": {
      const writes = [...(gathered.get(task.batch) ?? []), ...task.writes];
      gathered.delete(task.batch);
      openFolder().commit(writes, task.words);
      return { done: true };
    }
    case "purge-history":
      openFolder().purgeHistory();
      return { done: true };
    case "close":
      clearTimeout(snapshotTimer);
      takeSnapshot();
      folder?.close();
      return { done: true };
  }
}

function openFolder(): HomeFolder {
  if (!folder) throw new StoreFault("the store was not opened");
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

function answerTo(task: WorkerTask): WorkerAnswer {
  try {
    return perform(task);
  } catch (error) {
    return { fault: faultWords(error), kind: faultKind(error) };
  }
}

parentPort?.on("message", (task: WorkerTask) => {
  parentPort?.postMessage(answerTo(task));
  if (task.do === "close") parentPort?.close();
  else snapshotLater(task);
  if (task.do === "open" || task.do === "begin") setImmediate(collectGarbage);
});
