import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { openedStore } from "../../../../test/support/store/opened-store.ts";
import { SmallDisk } from "../../../../test/support/store/small-disk.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { readSessions, writeSessions } from "./session-file.ts";

const FILE = "operator-sessions.json";

test("sessions are kept beside the home by the store's thread, for this user alone, and found again", async () => {
  const folder = someFolder();
  const { store } = await openedStore(folder);
  await store.begin(FOUNDED, "a test");
  expect(await store.readSessions()).toBe(undefined);
  await store.writeSessions("one");
  await store.writeSessions("two");
  await store.close();
  expect(lstatSync(join(folder, FILE)).mode & 0o777).toBe(0o600);
  const again = await openedStore(folder);
  expect(await again.store.readSessions()).toBe("two");
  await again.store.close();
});

test("a link in the place of the sessions is refused before the gateway starts, and is never followed", async () => {
  const folder = someFolder();
  const elsewhere = join(someFolder(), "theirs.json");
  writeFileSync(elsewhere, "theirs");
  symlinkSync(elsewhere, join(folder, FILE));
  expect(() => readSessions(folder)).toThrow();
  await expect(openedStore(folder)).rejects.toThrow(/operator-sessions\.json is a symbolic link/);
});

test("what a loss of power left of sessions is removed at the next start", () => {
  const folder = someFolder();
  writeSessions(folder, "kept");
  writeFileSync(join(folder, `${FILE}.0123abcd.new`), "half");
  expect(readSessions(folder)).toBe("kept");
  expect(readdirSync(folder)).toEqual([FILE]);
});

test("a file that is far too large is not read", () => {
  const folder = someFolder();
  writeFileSync(join(folder, FILE), new Uint8Array(2 * 1024 * 1024));
  expect(() => readSessions(folder)).toThrow("too large");
});

test("sessions that cannot take their place leave no draft", () => {
  const folder = someFolder();
  mkdirSync(join(folder, FILE, "inside"), { recursive: true });
  expect(() => writeSessions(folder, "text")).toThrow();
  expect(readdirSync(folder)).toEqual([FILE]);
});

const obstacle = SmallDisk.obstacle();
if (obstacle !== undefined) console.warn(`A full disk is not tested: ${obstacle}.`);

describe.skipIf(obstacle !== undefined)(obstacle ? `a full disk (skipped: ${obstacle})` : "a full disk", () => {
  const disk = new SmallDisk();
  beforeAll(() => {
    disk.mount();
  });
  afterAll(() => disk.unmount());

  test("G115: keeps no old sessions where it takes no new ones: one that has ended does not come back", () => {
    writeSessions(disk.path, "an old session");
    disk.fill();
    expect(() => writeSessions(disk.path, "x".repeat(64 * 1024))).toThrow("ENOSPC");
    expect(readSessions(disk.path)).toBe(undefined);
    disk.empty();
    writeSessions(disk.path, "a new session");
    expect(readSessions(disk.path)).toBe("a new session");
  });
});
