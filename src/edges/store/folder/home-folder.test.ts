import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { lounge } from "../../../../test/support/home/lit-home.ts";
import { begunHome, KeptHome, openedHome, textOf } from "../../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { StoreFault } from "../../../core/gateway/store.ts";
import type { Change } from "../../../core/home/changes/change.ts";

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const roomAdded: Change = { kind: "roomAdded", room: lounge };
const OTHER = textOf({ ...FOUNDED, rooms: [...FOUNDED.rooms, lounge] });

describe("a data folder", () => {
  test("is made with those above it for this user alone, and so is every file in it", () => {
    const above = join(someFolder(), "above");
    const path = join(above, "state");
    const kept = new KeptHome(path);
    kept.begin(FOUNDED);
    kept.make(roomAdded);
    for (const folder of [above, path]) expect(modeOf(folder)).toBe(0o700);
    expect(readdirSync(path).sort()).toEqual(["home.db", "home.db-wal", "lock", "recent-changes.log"]);
    for (const name of readdirSync(path)) expect([name, modeOf(join(path, name))]).toEqual([name, 0o600]);
    kept.close();
  });

  test("that is a file is a fault, and is left alone", () => {
    const path = join(someFolder(), "state");
    writeFileSync(path, "somebody's file");
    expect(() => new KeptHome(path)).toThrow(
      `The data folder ${path} is not a folder: choose another one with --data-dir.`,
    );
    expect(readFileSync(path, "utf8")).toBe("somebody's file");
  });

  test("whose home is a folder is damaged: that is kept, and told", () => {
    const path = someFolder();
    mkdirSync(join(path, "home.db"));
    const kept = new KeptHome(path);
    expect(kept.found.report[0]).toMatch(/^The database was damaged \(it is not a file\); its remains are kept in /);
    expect(readdirSync(path).sort()).toEqual(["damaged", "lock"]);
    kept.close();
  });

  test("P1: that was removed under a running gateway refuses commits and is not made again", () => {
    const { path, kept } = begunHome();
    rmSync(path, { recursive: true });
    expect(() => kept.make(roomAdded)).toThrow(StoreFault);
    expect(() => kept.folder.takeSnapshot()).toThrow();
    kept.close();
    expect(existsSync(path)).toBe(false);
  });

  test("P1: whose home was replaced under a running gateway refuses commits", () => {
    const { path, kept } = begunHome();
    const other = begunHome();
    other.kept.close();
    renameSync(join(other.path, "home.db"), join(path, "home.db"));
    expect(() => kept.make(roomAdded)).toThrow("was removed or replaced");
    kept.close();
  });
});

describe("a commit", () => {
  test("of what could not be read back is refused, and the next one is made as if nothing had been", () => {
    const { path, kept } = begunHome();
    const bad = { in: "lights", id: "1", body: '{"id":"1"}', isNew: true } as const;
    expect(() => kept.folder.commit([bad], ["bad"])).toThrow(StoreFault);
    kept.make(roomAdded);
    kept.close();
    expect(openedHome(path)).toMatchObject({ text: OTHER, found: { report: [] } });
  });

  test("in a folder without a home is refused", () => {
    const kept = new KeptHome(someFolder());
    expect(() => kept.folder.commit([], [])).toThrow("there is no home");
    kept.close();
  });
});
