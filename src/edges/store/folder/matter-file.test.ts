import { existsSync, lstatSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { openedStore } from "../../../../test/support/store/opened-store.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { Connection } from "../sqlite/connection.ts";
import type { MatterRows } from "../sqlite/matter-rows.ts";
import { claimMatter, readMatter, writeMatter } from "./matter-file.ts";

const FILE = "matter.db";
const ROWS: MatterRows = {
  entries: [
    ["root.fabrics", "fabrics", '[{"fabricIndex":1}]'],
    ["root.sessions", "resumption", "null"],
  ],
  lamps: [
    ["888D095C-ACD9-5D50-9709-089657890EDC", 2],
    ["11111111-ACD9-5D50-9709-089657890EDC", 7],
  ],
  facts: [
    ["gateway", "4E1B6F4C"],
    ["passcode", "20202021"],
  ],
};

const sorted = (rows: MatterRows | undefined) =>
  rows &&
  Object.fromEntries(Object.entries(rows).map(([table, of]) => [table, of.map((row) => row.join()).toSorted()]));

test("what the bridge has stored is read and written by the store's thread, for this user alone", async () => {
  const folder = someFolder();
  const { store } = await openedStore(folder);
  await store.begin(FOUNDED, "a test");
  expect(await store.readMatter()).toBeUndefined();
  await store.writeMatter(ROWS);
  expect(sorted(await store.readMatter())).toEqual(sorted(ROWS));
  expect(lstatSync(join(folder, FILE)).mode & 0o777).toBe(0o600);
  await store.writeMatter(undefined);
  expect(await store.readMatter()).toBeUndefined();
  await store.close();
  expect(readdirSync(folder).filter((name) => name.startsWith(FILE))).toEqual([]);
});

test("it is read while the bridge writes, and holds what was committed", () => {
  const folder = someFolder();
  claimMatter(folder, "4E1B6F4C");
  const bridge = new Connection(join(folder, FILE));
  bridge.run("INSERT INTO entry VALUES ('root', 'one', '1')");
  bridge.run("BEGIN IMMEDIATE; INSERT INTO entry VALUES ('root', 'two', '2')");
  expect(readMatter(folder)?.entries).toEqual([["root", "one", "1"]]);
  bridge.run("COMMIT");
  expect(readMatter(folder)?.entries).toHaveLength(2);
  bridge.close();
});

test("pairings stay with their gateway, and another gateway begins without any", () => {
  const folder = someFolder();
  writeMatter(folder, ROWS);
  claimMatter(folder, "4E1B6F4C");
  expect(sorted(readMatter(folder))).toEqual(sorted(ROWS));
  claimMatter(folder, "0A8E6B9D");
  expect(readMatter(folder)).toEqual({ entries: [], lamps: [], facts: [["gateway", "0A8E6B9D"]] });
});

test("pairings of a bridge that belonged to no gateway yet are kept", () => {
  const folder = someFolder();
  writeMatter(folder, { ...ROWS, facts: [] });
  claimMatter(folder, "4E1B6F4C");
  expect(readMatter(folder)).toMatchObject({ lamps: { length: 2 }, facts: [["gateway", "4E1B6F4C"]] });
});

test("rows that contradict each other replace nothing", () => {
  const folder = someFolder();
  writeMatter(folder, ROWS);
  const twice: MatterRows = { ...ROWS, lamps: [...ROWS.lamps, ["22222222-ACD9-5D50-9709-089657890EDC", 7]] };
  expect(() => writeMatter(folder, twice)).toThrow(/UNIQUE/);
  expect(sorted(readMatter(folder))).toEqual(sorted(ROWS));
});

test("a link in the place of the database is not followed", () => {
  const folder = someFolder();
  const elsewhere = join(someFolder(), "theirs.db");
  writeFileSync(elsewhere, "theirs");
  symlinkSync(elsewhere, join(folder, FILE));
  expect(() => readMatter(folder)).toThrow(/is not a file/);
  expect(() => claimMatter(folder, "4E1B6F4C")).toThrow(/is not a file/);
  writeMatter(folder, undefined);
  expect(existsSync(elsewhere)).toBe(true);
});
