import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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

const sorted = (rows: MatterRows | "damaged" | undefined) =>
  typeof rows === "object" &&
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

/** What may become of the file of a database on a disk that fails. */
const DAMAGES: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  "is empty": () => Buffer.alloc(0),
  "is no database": (bytes) => Buffer.alloc(bytes.length, "no database "),
  "has lost its second half": (bytes) => bytes.subarray(0, bytes.length / 2),
  "has lost its tables": (bytes) => Buffer.from(bytes.toString("latin1").replaceAll("fact", "fakt"), "latin1"),
  "has a page of zeroes": (bytes) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(4096), bytes.subarray(8192)]),
  "has another value in a row": (bytes) =>
    Buffer.from(bytes.toString("latin1").replace('[{"fabricIndex', "[{'fabricIndex"), "latin1"),
};

test.each(Object.entries(DAMAGES))(
  "a file that %s is set aside with its bytes and reported, and the bridge starts new",
  async (_name, damage) => {
    const folder = someFolder();
    const path = join(folder, FILE);
    const { store } = await openedStore(folder);
    await store.begin(FOUNDED, "a test");
    await store.writeMatter(ROWS);
    const damaged = damage(readFileSync(path));
    writeFileSync(path, damaged);
    // The bridge may have it open at the time of a backup.
    expect(await store.readMatter()).toBe("damaged");
    expect(readFileSync(path)).toEqual(damaged);

    const [line = "", ...others] = await store.claimMatter("4E1B6F4C");
    expect(others).toEqual([expect.stringMatching(/pair again/)]);
    const [, kept = ""] = /^The file matter\.db was damaged \(.+\); its remains are kept in (.+)\.$/.exec(line) ?? [];
    expect(readFileSync(join(kept, FILE))).toEqual(damaged);
    expect(await store.readMatter()).toEqual({ entries: [], lamps: [], facts: [["gateway", "4E1B6F4C"]] });
    expect(await store.claimMatter("4E1B6F4C")).toEqual([]);
    await store.close();
  },
);

test("a log whose database is gone is set aside, and not taken for that of a new one", async () => {
  const folder = someFolder();
  const { store } = await openedStore(folder);
  await store.begin(FOUNDED, "a test");
  await store.claimMatter("4E1B6F4C");
  const bridge = new Connection(join(folder, FILE));
  bridge.run("PRAGMA journal_mode = WAL; INSERT INTO entry VALUES ('root', 'one', '1')");
  const log = readFileSync(join(folder, `${FILE}-wal`));
  bridge.close();
  rmSync(join(folder, FILE));
  writeFileSync(join(folder, `${FILE}-wal`), log);
  const [line = ""] = await store.claimMatter("4E1B6F4C");
  const [, kept = ""] = /kept in (.+)\.$/.exec(line) ?? [];
  expect(readFileSync(join(kept, `${FILE}-wal`))).toEqual(log);
  expect(await store.readMatter()).toEqual({ entries: [], lamps: [], facts: [["gateway", "4E1B6F4C"]] });
  await store.close();
});
