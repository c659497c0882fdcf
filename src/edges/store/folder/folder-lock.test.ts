import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openedStore } from "../../../../test/support/store/opened-store.ts";
import { kill, opening } from "../../../../test/support/store/opening-process.ts";
import { KeptHome } from "../../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { FolderInUse } from "../faults.ts";
import { FolderLock } from "./folder-lock.ts";

test("a folder that another process holds is refused, in words that name it", async () => {
  const folder = someFolder();
  const other = await opening(folder);
  expect(other.said).toBe("open");
  await expect(openedStore(folder)).rejects.toThrow(FolderInUse);
  await expect(openedStore(folder)).rejects.toThrow(`another gateway uses the data folder ${folder}`);
  await kill(other.process);
});

test("a folder whose process was killed can be had at once", async () => {
  const folder = someFolder();
  const other = await opening(folder);
  await kill(other.process);
  const { store, found } = await openedStore(folder);
  expect(found).toMatchObject({ contents: undefined, report: [], problem: undefined });
  await store.close();
});

test("another process is refused while we hold it, and let in once we have closed it", async () => {
  const folder = someFolder();
  const { store } = await openedStore(folder);
  const refused = await opening(folder);
  expect(refused.said).toBe(`another gateway uses the data folder ${folder}`);
  await kill(refused.process);
  await store.close();
  const other = await opening(folder);
  expect(other.said).toBe("open");
  await kill(other.process);
});

test("the same process is refused as well", () => {
  const folder = someFolder();
  const lock = new FolderLock(folder);
  expect(() => new FolderLock(folder)).toThrow(FolderInUse);
  expect(() => new KeptHome(folder)).toThrow(FolderInUse);
  lock.release();
  new FolderLock(folder).release();
});

test("a lock file with something in it is no obstacle, and is for this user alone", () => {
  const folder = someFolder();
  writeFileSync(join(folder, "lock"), "not a database at all");
  new FolderLock(folder).release();
  expect(statSync(join(folder, "lock")).size).toBe(0);
  const another = someFolder();
  new FolderLock(another).release();
  expect(statSync(join(another, "lock")).mode & 0o777).toBe(0o600);
});
