import { expect, test } from "vitest";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { lounge } from "../../../../test/support/home/lit-home.ts";
import { crashPoints } from "../../../../test/support/store/crash-points.ts";
import { crashedFolder, type Files, writeFiles } from "../../../../test/support/store/crashed-folder.ts";
import { KeptHome, textOf } from "../../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";

const OTHER = { ...FOUNDED, rooms: [...FOUNDED.rooms, lounge] };

/** Opens what a crash has left. */
function reopened(files: Files): KeptHome {
  const path = someFolder();
  writeFiles(path, files);
  const kept = new KeptHome(path);
  kept.close();
  return kept;
}

/** What is found after a crash at each point, without those that find the same as the one before. */
const findingsOf = (points: readonly Files[]): readonly string[] =>
  points.map((files) => reopened(files).text).filter((text, at, all) => text !== all[at - 1]);

test("P1: a first home is there or not, wherever the power went while it was begun", () => {
  const path = someFolder();
  const kept = new KeptHome(path);
  const points = crashPoints(path, () => kept.begin(FOUNDED));
  kept.close();
  expect(points.length).toBeGreaterThan(5);
  expect(findingsOf(points)).toEqual(["nothing", textOf(FOUNDED)]);
});

test("P2: a folder in which no home was begun yet has nothing to tell", () => {
  const path = someFolder();
  const kept = new KeptHome(path);
  const points = crashPoints(path, () => kept.begin(FOUNDED));
  kept.close();
  const unfinished = points.map(reopened).filter(({ contents }) => contents === undefined);
  expect(unfinished.flatMap(({ found }) => found.report)).toEqual([]);
});

test("P1: another home is begun wholly or not at all", () => {
  const path = someFolder();
  const kept = new KeptHome(path);
  kept.begin(FOUNDED);
  const points = crashPoints(path, () => kept.begin(OTHER));
  kept.close();
  const findings = findingsOf(points);
  expect(findings.at(-1)).toBe(textOf(OTHER));
  for (const text of findings) expect([textOf(FOUNDED), textOf(OTHER)]).toContain(text);
  expect(points.flatMap((files) => reopened(files).found.report)).toEqual([]);
});

test("P1: a commit and a snapshot leave the last home at every point, and nothing to tell", () => {
  const path = someFolder();
  const kept = new KeptHome(path);
  kept.begin(FOUNDED);
  kept.folder.takeSnapshot();
  const points = crashPoints(path, () => {
    kept.make({ kind: "roomAdded", room: lounge });
    kept.folder.takeSnapshot();
  });
  kept.close();
  expect(points.length).toBeGreaterThan(5);
  expect(findingsOf(points)).toEqual([textOf(OTHER)]);
  expect(points.flatMap((files) => reopened(files).found.report)).toEqual([]);
});

test("P2: a crash while a damaged home is being mended loses nothing more than the damage did", () => {
  const { files, committed } = crashedFolder(someFolder());
  const path = someFolder();
  writeFiles(path, new Map(files).set("home.db", Buffer.from("damaged")));
  let mended: KeptHome | undefined;
  const points = crashPoints(path, () => {
    mended = new KeptHome(path);
  });
  mended?.close();
  expect(points.length).toBeGreaterThan(10);
  const inSnapshot = committed.at(9)?.text;
  expect(findingsOf(points)).toEqual([inSnapshot]);
  // The last few are after it was noted that all was told.
  for (const point of points.slice(0, -3)) {
    const report = reopened(point).found.report.join("\n");
    for (const { words } of committed.slice(10)) expect(report).toContain(words);
  }
});

test("P2: what was damaged is still there after a crash at any point of the mending", () => {
  const { files } = crashedFolder(someFolder());
  const path = someFolder();
  const damaged = Buffer.concat([Buffer.from("damaged"), files.get("home.db") ?? Buffer.alloc(0)]);
  writeFiles(path, new Map(files).set("home.db", damaged));
  let mended: KeptHome | undefined;
  const points = crashPoints(path, () => {
    mended = new KeptHome(path);
  });
  mended?.close();
  for (const point of points) {
    for (const bytes of [damaged, files.get("home.db-wal")]) {
      expect([...point.values()].some((some) => some.equals(bytes ?? Buffer.alloc(0)))).toBe(true);
    }
  }
});
