import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { OPERATOR, type TrailEntry } from "../../../core/home/trail-entry.ts";
import { TrailFiles } from "./trail-files.ts";
import { contentsOf, lineOf } from "./trail-segment.ts";

const DAY_MILLIS = 86_400_000;
/** Every entry fills a file. */
const TINY = { segmentBytes: 1, segments: { commands: 10, reports: 10, refusals: 10 }, days: 90 };
const ROOMY = { ...TINY, segmentBytes: 100_000 };

const entry = (did: string): TrailEntry => ({ by: OPERATOR, did, devices: [], outcome: "done" });

let folder: string;
let nowMillis: number;
beforeEach(() => {
  folder = someFolder();
  nowMillis = Date.parse("2026-11-16T20:00:00.000Z");
});

const opened = (limits = TINY): TrailFiles => new TrailFiles(folder, { now: () => nowMillis, limits });
const names = (): readonly string[] => readdirSync(join(folder, "history")).sort();
const nameOf = (first: number): string => `trail-${String(first).padStart(15, "0")}.log`;

/** Everything, from the oldest on. */
function told(files: TrailFiles): readonly string[] {
  let piece = files.read({});
  const entries = [...piece.entries];
  while (piece.older !== undefined) {
    piece = files.read({}, piece.older);
    entries.unshift(...piece.entries);
  }
  return entries.map(({ did }) => did);
}

test("a file is closed after a week, also if the gateway was started anew meanwhile", () => {
  opened(ROOMY).append([entry("first")]);
  nowMillis += 6 * DAY_MILLIS;
  opened(ROOMY).append([entry("second")]);
  expect(names()).toEqual([nameOf(1)]);
  nowMillis += 2 * DAY_MILLIS;
  const files = opened(ROOMY);
  files.append([entry("third")]);
  expect(names()).toEqual([nameOf(1), nameOf(3)]);
  nowMillis += 8 * DAY_MILLIS;
  files.append([entry("fourth")]);
  expect(names()).toEqual([nameOf(1), nameOf(3), nameOf(4)]);
  expect(told(files)).toEqual(["first", "second", "third", "fourth"]);
});

test("of entries for several files, those that a file did not take wait for the next time, in their order", () => {
  const files = opened();
  files.append([entry("one")]);
  mkdirSync(join(folder, "history", nameOf(3)));
  files.append([entry("two"), entry("three")]);
  rmSync(join(folder, "history", nameOf(3)), { recursive: true });
  expect(told(opened())).toEqual(["one", "two"]);
  files.append([entry("four")]);
  expect(told(files)).toEqual(["one", "two", "three", "four"]);
  expect(told(opened())).toEqual(["one", "two", "three", "four"]);
});

test("a file that is full is closed, however many times it was appended to", () => {
  const limits = { ...TINY, segmentBytes: 1_000 };
  const files = opened(limits);
  for (let number = 0; number < 30; number += 1) files.append([entry(`entry ${number}`)]);
  const sizes = names().map((name) => statSync(join(folder, "history", name)).size);
  expect(sizes.length).toBeGreaterThan(2);
  for (const size of sizes.slice(0, -1)) expect([size >= 800, size < 1_200]).toEqual([true, true]);
  expect(told(files)).toHaveLength(30);
});

test("what waits for a disk is not in a trail that was removed meanwhile", () => {
  const files = opened();
  writeFileSync(join(folder, "history"), "no folder");
  files.append([entry("before")]);
  files.removeAll();
  files.append([entry("after")]);
  expect(told(files)).toEqual(["after"]);
});

test("a line that repeats an entry, or one before it, is no entry", () => {
  const lines = [1, 2, 2, 1, 3].map((sequence) =>
    lineOf({ sequence, at: new Date(nowMillis).toISOString(), ...entry(`entry ${sequence}`) }),
  );
  const { entries, damagedAfter } = contentsOf(lines.join(""), { first: 1 });
  expect([entries.map(({ sequence }) => sequence), damagedAfter]).toEqual([
    [1, 2, 3],
    [2, 2],
  ]);
});

test("a newest file without a whole entry goes on under its own name", () => {
  opened().append([entry("one")]);
  writeFileSync(join(folder, "history", nameOf(2)), "nothing but damage\n");
  const files = opened();
  files.append([entry("two"), entry("three")]);
  expect(names()).toEqual([nameOf(1), nameOf(2), nameOf(3)]);
  expect(told(files)).toEqual(["one", "two", "three"]);
});

test("who has read up to a file is not sent to the files before it", () => {
  const files = opened();
  files.append([entry("one"), entry("two"), entry("three")]);
  expect(files.read({ after: 2 })).toMatchObject({ entries: [{ did: "three" }], older: undefined });
  expect(files.read({ after: 1 })).toMatchObject({ entries: [{ did: "three" }], older: 3 });
  expect(files.read({ after: 3 })).toMatchObject({ entries: [], older: undefined, last: 3 });
});

test("a folder that is called like a file of the trail keeps nobody from reading the trail", () => {
  const files = opened();
  files.append([entry("one"), entry("two")]);
  mkdirSync(join(folder, "history", nameOf(7)));
  expect(told(opened())).toEqual(["one", "two"]);
});

test("a line in which one letter is another is damaged, though it still reads as an entry", () => {
  const line = lineOf({ sequence: 1, at: new Date(0).toISOString(), ...entry("light set") });
  expect(contentsOf(line, { first: 1 }).entries).toHaveLength(1);
  const changed = line.replace("light set", "light sat");
  expect(contentsOf(changed, { first: 1 })).toEqual({ entries: [], damagedAfter: [1] });
});
