import { parentPort, workerData } from "node:worker_threads";
import { collectGarbage } from "./collect-garbage.ts";
import { FolderInUse, faultWords } from "./faults.ts";
import { HomeFolder } from "./home-folder.ts";
import { stateFolderAt } from "./state-folder.ts";
import type { WorkerAnswer, WorkerOptions, WorkerTask } from "./worker-messages.ts";

/** The store's own thread: a slow disk stops it and nothing else. */
const { folder: path, version, snapshotMillis }: WorkerOptions = workerData;
const folder = new HomeFolder(stateFolderAt(path, version));
let snapshotTimer: NodeJS.Timeout | undefined;

function perform(task: WorkerTask): WorkerAnswer {
  switch (task.do) {
    case "open":
      return { found: folder.open() };
    case "begin":
      folder.begin(task.entries, task.madeFrom);
      return { done: true };
    case "commit":
      folder.commit(task.writes, task.words);
      return { done: true };
    case "forget-the-past":
      folder.forgetThePast();
      return { done: true };
    case "close":
      clearTimeout(snapshotTimer);
      takeSnapshot();
      folder.close();
      return { done: true };
  }
}

/** One that cannot be taken, on a full disk say, is tried again after the next change. */
function takeSnapshot(): void {
  snapshotTimer = undefined;
  try {
    folder.takeSnapshot();
  } catch {
    // The home itself is untouched, and whether it can be written to shows at the next commit.
  }
}

/** The first snapshot of a home is taken at once, the next ones at their pace. */
function snapshotLater(task: WorkerTask): void {
  if (task.do === "close" || !folder.isAheadOfSnapshots) return;
  if (!folder.hasSnapshots || task.do === "begin" || task.do === "forget-the-past") takeSnapshot();
  else snapshotTimer ??= setTimeout(takeSnapshot, snapshotMillis).unref();
}

function answerTo(task: WorkerTask): WorkerAnswer {
  try {
    return perform(task);
  } catch (error) {
    return { fault: faultWords(error), isInUse: error instanceof FolderInUse };
  }
}

parentPort?.on("message", (task: WorkerTask) => {
  parentPort?.postMessage(answerTo(task));
  if (task.do === "close") parentPort?.close();
  else snapshotLater(task);
  if (task.do === "open" || task.do === "begin") setImmediate(collectGarbage);
});
