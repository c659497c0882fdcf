import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Node 22 warns that SQLite is experimental, which helps nobody who runs a gateway. The thread uses no other feature of
 * that kind, and it alone gets the flag: warnings of the rest of the process are shown.
 */
const NO_SQLITE_WARNING = ["--disable-warning=ExperimentalWarning"];

/** Starts a store's thread, whose program is at the path. */
export const startThread = (path: string, options: Pick<WorkerOptions, "resourceLimits" | "stderr"> = {}): Worker =>
  new Worker(path, { ...options, execArgv: NO_SQLITE_WARNING });
