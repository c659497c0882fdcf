import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { behavesAsStore } from "../../../../test/support/store/behaves-as-store.ts";
import { openedStore } from "../../../../test/support/store/opened-store.ts";
import { begunHome } from "../../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { StoreFault } from "../../../core/gateway/store.ts";
import { STORE_WORKER } from "../../../runtime/package.ts";
import { FolderLock } from "../folder/folder-lock.ts";
import { Snapshots } from "../recovery/snapshots.ts";
import { Connection } from "../sqlite/connection.ts";
import { openSqliteStore, SqliteStore } from "./sqlite-store.ts";

behavesAsStore(
  "SqliteStore",
  () => {
    const folder = someFolder();
    return async () => {
      const { store, found } = await openedStore(folder);
      return { store, contents: found.contents, madeFrom: found.madeFrom };
    };
  },
  { numRuns: times(20) },
);

/** A thread that opens as the store's does, and ends when it is told anything else. */
const ENDING = `
import { parentPort } from "node:worker_threads";
const found = { contents: undefined, madeFrom: "", report: [], problem: undefined };
parentPort.on("message", (task) => (task.do === "open" ? parentPort.postMessage({ found }) : process.exit()));
`;

test("what waits for a thread that ends is refused with a StoreFault, and so is everything after it", async () => {
  const folder = someFolder();
  const workerPath = join(folder, "ending.mjs");
  writeFileSync(workerPath, ENDING);
  const { store } = await openSqliteStore({ folder, workerPath, version: "", snapshotMillis: 1 });
  const commits = [1, 2].map(() => store.commit({ writes: [], descriptions: [] }));
  for (const commit of commits) await expect(commit).rejects.toThrow(StoreFault);
  await expect(store.commit({ writes: [], descriptions: [] })).rejects.toThrow(StoreFault);
  await store.close();
});

test("a thread that cannot be started is a StoreFault", async () => {
  const options = { folder: someFolder(), workerPath: "/nowhere/worker.js", version: "", snapshotMillis: 1 };
  await expect(openSqliteStore(options)).rejects.toThrow(StoreFault);
});

test("a folder whose home could not be opened is free once that is known", async () => {
  const { path, kept } = begunHome();
  kept.close();
  const connection = new Connection(join(path, "home.db"));
  connection.run("PRAGMA user_version = 99; ALTER TABLE entry RENAME TO resource");
  connection.close();
  for (let time = 0; time < 3; time += 1) await expect(openedStore(path)).rejects.toThrow("newer than this version");
  new FolderLock(path).release();
});

test("a snapshot is taken of a new home at once, and of a changed one at its pace and at the end", async () => {
  const folder = someFolder();
  const sequences = () => new Snapshots(folder).all().map(({ sequence }) => sequence);
  const { store } = await openedStore(folder);
  await store.begin(FOUNDED, "a test");
  await store.commit({ writes: [], descriptions: ["nothing"] });
  expect(sequences()).toEqual([1]);
  await store.close();
  expect(sequences()).toEqual([2, 1]);
});

test("a store that was started and never opened is closed once its thread has loaded, and has ended then", async () => {
  const store = SqliteStore.start(STORE_WORKER);
  await store.close();
  await expect(store.commit({ writes: [], descriptions: [] })).rejects.toThrow("the storage thread has ended");
});
