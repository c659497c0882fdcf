import { type OpenedStore, openSqliteStore } from "../../../src/edges/store/thread/sqlite-store.ts";
import { STORE_WORKER } from "../../../src/runtime/package.ts";
import { VERSION } from "./saved-home.ts";

/** The store of a folder, in its own thread as in a running gateway. */
export const openedStore = (folder: string): Promise<OpenedStore> =>
  openSqliteStore({ folder, version: VERSION, snapshotMillis: 60_000, workerPath: STORE_WORKER });
