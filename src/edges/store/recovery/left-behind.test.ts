import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { crashedFolder, filesIn, writeFiles } from "../../../../test/support/store/crashed-folder.ts";
import { KeptHome, openedHome, textOf } from "../../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";

describe("what a crash or a person left", () => {
  const { files, committed } = crashedFolder(someFolder());
  const last = committed.at(-1)?.text;
  const inSnapshot = committed.at(9)?.text;
  const inDatabase = committed.at(5)?.text;

  /** Opens the crashed folder after something was done to its files. */
  function foundAfter(change: (all: Map<string, Buffer>) => void): KeptHome & { readonly path: string } {
    const path = someFolder();
    const all = new Map(files);
    change(all);
    writeFiles(path, all);
    return Object.assign(openedHome(path), { path });
  }

  test("P1: a crash loses nothing", () => {
    expect(foundAfter(() => undefined)).toMatchObject({ text: last, found: { report: [], problem: undefined } });
  });

  test("P2: an empty home is damaged, and its log is kept", () => {
    const { text, found, path } = foundAfter((all) => all.set("home.db", Buffer.alloc(0)));
    expect(found.report[0]).toMatch(/^The database was damaged \(it is almost empty\)/);
    expect(text).toBe(inSnapshot);
    expect([...filesIn(path).values()]).toContainEqual(files.get("home.db-wal"));
  });

  test("P2: a home that is gone is mended, and its log is kept", () => {
    const { text, found, path } = foundAfter((all) => all.delete("home.db"));
    expect(found.report[0]).toMatch(/^The database was damaged \(it is missing\)/);
    expect(text).toBe(inSnapshot);
    expect([...filesIn(path).values()]).toContainEqual(files.get("home.db-wal"));
  });

  test("P1: a home that lost its log gives way to a newer snapshot", () => {
    const { text, found } = foundAfter((all) => all.delete("home.db-wal"));
    expect(found.report[0]).toMatch(/^The database had lost its log/);
    expect(text).toBe(inSnapshot);
  });

  test("P2: a home that lost its log is served when the newer snapshot is damaged", () => {
    const { text, found, path } = foundAfter((all) => {
      all.delete("home.db-wal");
      for (const name of all.keys()) if (name.includes("home-000000000010")) all.set(name, Buffer.from("damaged"));
    });
    expect(text).toBe(inDatabase);
    expect(found.report[0]).toMatch(/^The snapshot home-000000000010-.* is damaged .*; it is kept in/);
    for (const { words } of committed.slice(6)) expect(found.report.join("\n")).toContain(words);
    expect(openedHome(path)).toMatchObject({ text: inDatabase, found: { report: [] } });
  });

  test("P2: a loss is told with the time of the last change that is there", () => {
    const { found } = foundAfter((all) =>
      all.set("home.db-wal", (all.get("home.db-wal") ?? Buffer.alloc(0)).subarray(0, -9)),
    );
    const at = /^[0-9a-f]{8} 13 (\S+) /m.exec(String(files.get("recent-changes.log")))?.[1];
    expect(found.report[0]).toBe(`Lost: 1 change since ${at}:`);
  });

  test("P2: when nothing can be read, a new home is begun and is not taken for an old one the next time", () => {
    const { path, found } = foundAfter((all) => {
      for (const name of all.keys()) if (name.endsWith(".db")) all.set(name, Buffer.from("damaged"));
    });
    expect(found.entries).toBeUndefined();
    expect(found.report.join("\n")).toContain("No snapshot could be read");
    const anew = new KeptHome(path);
    anew.begin(FOUNDED);
    anew.folder.takeSnapshot();
    anew.close();
    expect(openedHome(path)).toMatchObject({ text: textOf(FOUNDED), found: { report: [] } });
    rmSync(join(path, "home.db"));
    expect(openedHome(path).text).toBe(textOf(FOUNDED));
  });

  test("a draft that was left behind is removed", () => {
    const { text, found, path } = foundAfter((all) => all.set("home.db.new", Buffer.from("half a home")));
    expect({ text, report: found.report }).toEqual({ text: last, report: [] });
    expect(readdirSync(path)).not.toContain("home.db.new");
  });
});
