import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aKey } from "../../../../test/support/home/builders.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { lounge } from "../../../../test/support/home/lit-home.ts";
import { filesIn } from "../../../../test/support/store/crashed-folder.ts";
import { KeptHome, openedHome, textOf, VERSION } from "../../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { StoreFault } from "../../../core/gateway/store.ts";
import { Connection } from "./connection.ts";
import { readRows, seal } from "./rows.ts";
import { MIGRATIONS, type Migration } from "./schema-versions.ts";

/** What a later version might do: another table, and other bodies. */
const renaming: Migration = (connection) => {
  connection.run("CREATE TABLE extra (id TEXT) STRICT");
  connection.run(`UPDATE entry SET body = replace(body, '"Luxgate"', '"Hub"') WHERE kind = 'devices'`);
};
const LATER = [...MIGRATIONS, renaming];
const [NOW, NEXT] = [MIGRATIONS.length, LATER.length];
const failing: Migration = (connection) => {
  connection.run("DELETE FROM entry WHERE kind = 'rooms'");
  throw new Error("a fault in a migration");
};
const spoiling: Migration = (connection) => connection.run(`UPDATE entry SET body = '{}' WHERE kind = 'rooms'`);
const rearranging: Migration = (connection) => connection.run("ALTER TABLE entry RENAME TO resource");

const RENAMED = textOf(FOUNDED)
  .replace('"name":"Luxgate"', '"name":"Hub"')
  .replace('"manufacturer":"Luxgate"', '"manufacturer":"Hub"');
const HUB = FOUNDED.devices[0]?.id ?? expect.fail("there is no gateway");

/** A folder that was begun, changed once and closed under some migrations. */
function folderOf(migrations: readonly Migration[]): { path: string; text: string } {
  const path = someFolder();
  const kept = new KeptHome(path, migrations);
  kept.begin(FOUNDED);
  kept.folder.takeSnapshot();
  kept.close();
  const again = new KeptHome(path, migrations);
  again.make({ kind: "roomAdded", room: lounge });
  again.close();
  return { path, text: again.text };
}

/** The same as the first Luxgate wrote it: nothing else was otherwise then. */
function folderWithoutKeys(): { path: string; text: string } {
  const { path, text } = folderOf(MIGRATIONS);
  const connection = new Connection(join(path, "home.db"));
  connection.run("PRAGMA user_version = 1");
  seal(connection, { ...readRows(connection).about, format: 1 });
  connection.close();
  return { path, text };
}

/** The same, of which a later Luxgate has rearranged the tables. */
function rearrangedFolder(): string {
  const { path } = folderOf(LATER);
  const connection = new Connection(join(path, "home.db"));
  connection.run("PRAGMA journal_mode = WAL");
  rearranging(connection);
  connection.close();
  return path;
}

describe("a store of an older version", () => {
  test("is brought up to date, sealed again, and can be written to", () => {
    const path = someFolder();
    const old = new KeptHome(path);
    old.begin(FOUNDED);
    old.close();
    const kept = new KeptHome(path, LATER);
    expect(kept.found).toMatchObject({ report: [], problem: undefined });
    expect(kept.text).toBe(RENAMED);
    kept.make({ kind: "roomAdded", room: lounge });
    kept.close();
    expect(openedHome(path, LATER).text).toBe(kept.text);
  });

  test("that knew no keys has none, keeps those that are made from now on, and is no older one's any more", () => {
    const { path, text } = folderWithoutKeys();
    const kept = new KeptHome(path);
    expect(kept).toMatchObject({ text, contents: { keys: [] }, found: { report: [], problem: undefined } });
    kept.make({ kind: "keyAdded", key: aKey() });
    kept.close();
    expect(openedHome(path).contents?.keys).toEqual([aKey()]);
    const { problem } = openedHome(path, MIGRATIONS.slice(0, 1)).found;
    expect(problem).toMatch(/\(format \d+\), which is newer than this version$/);
  });

  test("is brought up to date out of a snapshot as well", () => {
    const { path } = folderOf(MIGRATIONS);
    writeFileSync(join(path, "home.db"), "damaged");
    const { found, text } = openedHome(path, LATER);
    expect(found.report[0]).toMatch(/^The database was damaged/);
    expect(text).toBe(RENAMED);
  });

  test.each<[string, Migration]>([
    ["fails", failing],
    ["gives what is no home", spoiling],
  ])("is as it was, and nothing is set aside, when the migration %s", (_, migration) => {
    const { path, text } = folderOf(MIGRATIONS);
    expect(() => openedHome(path, [...MIGRATIONS, migration])).toThrow(StoreFault);
    expect(() => openedHome(path, [...MIGRATIONS, migration])).toThrow(
      `cannot be upgraded from format ${NOW} to ${NEXT}`,
    );
    expect([...filesIn(path).keys()].some((name) => name.startsWith("damaged"))).toBe(false);
    expect(openedHome(path)).toMatchObject({ text, found: { report: [], problem: undefined } });
  });
});

describe("a store of a newer version", () => {
  test("is served as it is, says who wrote it, and refuses everything else", () => {
    const { path, text } = folderOf(LATER);
    const before = filesIn(path);
    const kept = new KeptHome(path);
    const problem = `the data was written by Luxgate ${VERSION} (format ${NEXT}), which is newer than this version`;
    expect(kept.found).toMatchObject({ report: [], problem });
    expect(kept.text).toBe(text);
    expect(() => kept.make({ kind: "deviceRenamed", deviceId: HUB, name: "Another" })).toThrow(new StoreFault(problem));
    expect(() => kept.begin(FOUNDED)).toThrow(new StoreFault(problem));
    expect(() => kept.folder.purgeHistory()).toThrow(new StoreFault(problem));
    expect(kept.folder.isAheadOfSnapshots).toBe(false);
    kept.close();
    expect(filesIn(path)).toEqual(before);
    expect(openedHome(path, LATER)).toMatchObject({ text, found: { report: [], problem: undefined } });
  });

  test("whose tables are others is a fault, never taken for damage", () => {
    const path = rearrangedFolder();
    const before = filesIn(path);
    expect(() => openedHome(path)).toThrow(`(format ${NEXT}), which is newer than this version`);
    expect(filesIn(path)).toEqual(before);
  });
});
