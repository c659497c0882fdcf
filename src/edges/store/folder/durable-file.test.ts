import { constants, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { flagsToSync, makeFolder, sync, writeDurably } from "./durable-file.ts";

test("a folder is made with all those on the way to it, for this user alone", () => {
  const path = join(someFolder(), "one", "two", "three");
  makeFolder(path);
  makeFolder(path);
  for (const made of [path, join(path, ".."), join(path, "..", "..")]) expect(statSync(made).mode & 0o777).toBe(0o700);
});

test("where no folder can be made it says so, and does not try for ever", () => {
  expect(() => makeFolder("/proc/luxgate/state")).toThrow(expect.objectContaining({ code: "ENOENT" }));
});

test("Windows is asked to sync files that are open for writing, and no folders", () => {
  const folder = someFolder();
  const file = join(folder, "file");
  writeFileSync(file, "");
  expect(flagsToSync("win32", statSync(folder))).toBe(undefined);
  expect(flagsToSync("win32", statSync(file))).toBe(constants.O_RDWR);
});

test("elsewhere folders are synced too", () => {
  const folder = someFolder();
  expect(flagsToSync("linux", statSync(folder))).toBe(flagsToSync("darwin", statSync(folder)));
  expect(() => sync(folder)).not.toThrow();
  expect(() => sync(join(folder, "nothing"))).toThrow(expect.objectContaining({ code: "ENOENT" }));
});

test("a file that cannot take its place leaves nothing beside it", () => {
  const folder = someFolder();
  mkdirSync(join(folder, "taken", "inside"), { recursive: true });
  expect(() => writeDurably(join(folder, "taken"), "text")).toThrow();
  expect(readdirSync(folder)).toEqual(["taken"]);
  writeDurably(join(folder, "free"), "text");
  expect(readFileSync(join(folder, "free"), "utf8")).toBe("text");
  expect(readdirSync(folder)).toEqual(["free", "taken"]);
});
