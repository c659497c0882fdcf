import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { anyText } from "../../../../test/support/home/arbitraries.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { RecentChanges } from "./recent-changes.ts";

const AT = "2026-08-01T12:00:00.000Z";
const pathIn = (folder: string): string => join(folder, "recent-changes.log");

/** A folder in which some changes were told of, one line each. */
function folderWith(...words: readonly string[]): string {
  const folder = someFolder();
  const recent = new RecentChanges(folder);
  for (const [at, line] of words.entries()) recent.add(at + 1, AT, [line]);
  return folder;
}

const wordsIn = (folder: string, after = -1): readonly string[] =>
  new RecentChanges(folder).after(after).map(({ words }) => words);

test("what was told is there after a restart, for this user alone", () => {
  const folder = folderWith("one", "two", "three");
  expect(new RecentChanges(folder).after(1)).toEqual([
    { sequence: 2, words: "two" },
    { sequence: 3, words: "three" },
  ]);
  expect(statSync(pathIn(folder)).mode & 0o777).toBe(0o600);
});

test("a commit of several changes has a line for each", () => {
  const folder = someFolder();
  new RecentChanges(folder).add(7, AT, ["one", "two"]);
  expect(new RecentChanges(folder).after(6)).toEqual([
    { sequence: 7, words: "one" },
    { sequence: 7, words: "two" },
  ]);
});

test("whatever the words are, each change is one line and can be read again", () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 5 }), (words) => {
      const folder = folderWith(...words);
      const read = wordsIn(folder);
      expect(read).toHaveLength(words.length);
      expect(read.join("")).not.toMatch(/\p{Cc}/u);
      expect(new RecentChanges(folder).isCutShort).toBe(false);
    }),
    { numRuns: times(200) },
  );
});

test("words that look like a line of their own, or hold line breaks of any kind, add none", () => {
  const line = readFileSync(pathIn(folderWith("one")), "utf8").trim();
  const words = [`x\n${line}`, `x\r\n${line}`, "a\u2028b", "a\u2029b", "a\u0085b"];
  expect(wordsIn(folderWith(...words))).toHaveLength(words.length);
});

test("any damaged byte takes its own line away and no other", () => {
  const folder = folderWith("one", "two", "three");
  const bytes = readFileSync(pathIn(folder));
  for (let at = 0; at < bytes.length; at += 1) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0x11, at);
    writeFileSync(pathIn(folder), damaged);
    const left = wordsIn(folder);
    expect(left.length).toBeGreaterThanOrEqual(bytes[at] === 0x0a ? 1 : 2);
    expect(["one", "two", "three"]).toEqual(expect.arrayContaining([...left]));
  }
});

test("it knows when its end is damaged or all of it is gone, and no more once something is added", () => {
  const folder = folderWith("one", "two");
  const bytes = readFileSync(pathIn(folder));
  expect(new RecentChanges(folder).isCutShort).toBe(false);
  for (const damaged of [bytes.subarray(0, -3), Buffer.concat([bytes, Buffer.alloc(64)]), Buffer.alloc(0)]) {
    writeFileSync(pathIn(folder), damaged);
    const recent = new RecentChanges(folder);
    expect(recent.isCutShort).toBe(true);
    recent.add(9, AT, ["nine"]);
    expect(recent.isCutShort).toBe(false);
    expect(recent.after(8)).toEqual([{ sequence: 9, words: "nine" }]);
  }
});

test("it stays below two megabytes and a bit, and still tells of the last megabyte at least", () => {
  const folder = someFolder();
  const recent = new RecentChanges(folder);
  const words = "x".repeat(1000);
  for (let sequence = 1; sequence <= 4_000; sequence += 1) recent.add(sequence, AT, [words]);
  const sizes = ["recent-changes.log", "recent-changes.older.log"].map((name) => statSync(join(folder, name)).size);
  expect(Math.max(...sizes)).toBeLessThan(1024 * 1024 + 2_000);
  const sequences = recent.after(-1).map(({ sequence }) => sequence);
  expect(sequences.at(-1)).toBe(4_000);
  expect(sequences.length).toBeGreaterThan(1_000);
  expect(sequences).toEqual(sequences.map((_, at) => (sequences[0] ?? 0) + at));
});

test("a folder that is gone is no fault: nothing is lost by it", () => {
  const recent = new RecentChanges(join(someFolder(), "gone"));
  expect(() => recent.add(1, AT, ["one"])).not.toThrow();
  expect(recent.after(-1)).toEqual([]);
});

test("a process that ends just as a new list is to be begun leaves one that is whole", () => {
  const folder = folderWith("one", "two");
  renameSync(pathIn(folder), join(folder, "recent-changes.older.log"));
  expect(new RecentChanges(folder).isCutShort).toBe(false);
  expect(wordsIn(folder)).toEqual(["one", "two"]);
});
