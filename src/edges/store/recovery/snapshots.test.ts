import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { lounge } from "../../../../test/support/home/lit-home.ts";
import { begunHome, KeptHome, openedHome, textOf } from "../../../../test/support/store/saved-home.ts";
import { openDatabase } from "../sqlite/open-database.ts";
import { Snapshots, superfluous } from "./snapshots.ts";

const HUB = FOUNDED.devices[0]?.id ?? expect.fail("there is no gateway");

const snapshotsIn = (path: string): readonly string[] => readdirSync(join(path, "snapshots")).sort();
const aSnapshot = (sequence: number, day: string) => ({ name: "", path: "", sequence, day });
const sequencesLeft = (snapshots: readonly ReturnType<typeof aSnapshot>[]): readonly number[] => {
  const gone = new Set(superfluous(snapshots));
  return snapshots.filter((snapshot) => !gone.has(snapshot)).map(({ sequence }) => sequence);
};

test("a snapshot holds the home as it is, for this user alone", () => {
  const { path, kept } = begunHome();
  kept.folder.takeSnapshot();
  kept.close();
  const [name = ""] = snapshotsIn(path);
  expect(snapshotsIn(path)).toHaveLength(1);
  expect(statSync(join(path, "snapshots")).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, "snapshots", name)).mode & 0o777).toBe(0o600);
});

test("none is taken while nothing has changed, also after a restart", () => {
  const { path, kept } = begunHome();
  kept.folder.takeSnapshot();
  kept.close();
  const before = snapshotsIn(path);
  const again = new KeptHome(path);
  expect(again.folder.isAheadOfSnapshots).toBe(false);
  again.folder.takeSnapshot();
  again.close();
  expect(snapshotsIn(path)).toEqual(before);
});

test("the last two are kept, and the last of each of seven days", () => {
  const days = Array.from({ length: 20 }, (_, at) =>
    aSnapshot(20 - at, `2026-08-${String(20 - (at >> 1)).padStart(2, "0")}`),
  );
  expect(sequencesLeft(days)).toEqual([20, 19, 18, 16, 14, 12, 10, 8]);
  expect(sequencesLeft([aSnapshot(3, "2026-08-01"), aSnapshot(2, "2026-08-01"), aSnapshot(1, "2026-08-01")])).toEqual([
    3, 2,
  ]);
  expect(sequencesLeft([])).toEqual([]);
});

test("the newest two stay however the clock jumps, and at most nine in all", () => {
  const anyDays = fc.array(fc.constantFrom("1970-01-01", "2026-08-01", "2026-08-02", "2038-01-19"), { maxLength: 30 });
  fc.assert(
    fc.property(anyDays, (days) => {
      const snapshots = days.map((day, at) => aSnapshot(days.length - at, day));
      const left = sequencesLeft(snapshots);
      expect(left.slice(0, 2)).toEqual(snapshots.slice(0, 2).map(({ sequence }) => sequence));
      expect(left.length).toBeLessThanOrEqual(9);
      const daysLeft = snapshots.filter(({ sequence }) => left.includes(sequence)).map(({ day }) => day);
      expect(new Set(daysLeft)).toEqual(new Set(days));
    }),
  );
});

test("which is the newest is told by what was committed, not by the clock", () => {
  const { path, kept } = begunHome();
  kept.close();
  const { database } = openDatabase(join(path, "home.db"));
  const snapshots = new Snapshots(path);
  const copyTo = (to: string) => database.copyTo(to);
  snapshots.take({ about: { ...database.about, sequence: 9, at: "2038-01-19T00:00:00.000Z" }, copyTo });
  snapshots.take({ about: { ...database.about, sequence: 10, at: "1970-01-01T00:00:00.000Z" }, copyTo });
  database.close();
  expect(snapshots.all().map(({ sequence }) => sequence)).toEqual([10, 9]);
});

test("P2: one that cannot be read back is not kept and displaces none", () => {
  const { path, kept } = begunHome();
  kept.folder.takeSnapshot();
  kept.close();
  const before = snapshotsIn(path);
  const about = {
    sequence: 99,
    at: "2026-08-01T00:00:00.000Z",
    version: "",
    madeFrom: "",
    format: 1,
    rows: 0,
    seal: 0,
  };
  const bad = { about, copyTo: (to: string) => writeFileSync(to, "half a snapshot") };
  expect(() => new Snapshots(path).take(bad)).toThrow();
  expect(snapshotsIn(path).filter((name) => name !== "draft.db")).toEqual(before);
});

test("a draft that a crash left behind, and files of others, disturb nothing", () => {
  const { path, kept } = begunHome();
  kept.folder.takeSnapshot();
  for (const name of ["draft.db", "draft.db-wal", "notes.txt", "home-1.db"]) {
    writeFileSync(join(path, "snapshots", name), "something");
  }
  kept.make({ kind: "deviceRenamed", deviceId: HUB, name: "Renamed" });
  kept.folder.takeSnapshot();
  kept.close();
  expect(new Snapshots(path).all().map(({ sequence }) => sequence)).toEqual([2, 1]);
  expect(snapshotsIn(path)).toContain("notes.txt");
});

test("a snapshot that cannot be taken leaves the home at work, and the next one can", () => {
  const { path, kept } = begunHome();
  writeFileSync(join(path, "snapshots"), "a file in its place");
  expect(() => kept.folder.takeSnapshot()).toThrow();
  expect(kept.folder.isAheadOfSnapshots).toBe(true);
  kept.make({ kind: "roomAdded", room: lounge });
  const text = kept.text;
  rmSync(join(path, "snapshots"));
  kept.folder.takeSnapshot();
  expect(kept.folder.isAheadOfSnapshots).toBe(false);
  kept.close();
  expect(openedHome(path).text).toBe(text);
  expect(textOf(FOUNDED)).not.toBe(text);
});
