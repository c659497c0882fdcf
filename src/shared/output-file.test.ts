import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { someFolder } from "../../test/support/store/some-folder.ts";
import { openForWriting, outputPlace } from "./output-file.ts";

const EITHER = { mayOverwrite: true, mode: 0o600 };

/** A folder with one of each that may have the name of a file to be written. */
function places() {
  const folder = someFolder();
  const at = (name: string) => join(folder, name);
  writeFileSync(at("file"), "before");
  mkdirSync(at("folder"));
  symlinkSync(at("file"), at("link"));
  symlinkSync(at("nothing"), at("dangling"));
  symlinkSync(at("circle"), at("circle"));
  symlinkSync("/dev/null", at("null"));
  spawnSync("mkfifo", [at("pipe")]);
  return at;
}

test("what a person may have written is told from what would be written through or replaced", () => {
  const at = places();
  expect([at("nothing"), at("file"), at("null"), at("pipe"), "/dev/null"].map(outputPlace)).toEqual([
    ...["free", "file", "stream", "stream", "stream"],
  ]);
  expect(outputPlace(at("link"))).toEqual({ unfit: `is a symbolic link to ${at("file")}: name that file instead` });
  expect(outputPlace(at("dangling"))).toEqual({
    unfit: `is a symbolic link to ${at("nothing")}: name that file instead`,
  });
  expect(outputPlace(at("circle"))).toEqual({ unfit: `is a symbolic link to ${at("circle")}: name that file instead` });
  expect(outputPlace(at("folder"))).toEqual({ unfit: "is a folder: name a file in it" });
  for (const missing of ["none", "file"].map(at)) {
    const unfit = `cannot be written: ${missing} is not a folder. Create it first`;
    expect(outputPlace(join(missing, "backup.json"))).toEqual({ unfit });
  }
  expect(outputPlace("a-file-that-is-not-there")).toBe("free");
});

test("a file is written from its beginning, and one that is there only when that was allowed", () => {
  const at = places();
  expect(() => openForWriting(at("file"), { mayOverwrite: false, mode: 0o600 })).toThrow("EEXIST");
  const handle = openForWriting(at("file"), EITHER);
  writeSync(handle, "now");
  closeSync(handle);
  expect(readFileSync(at("file"), "utf8")).toBe("now");
});

test.each(["link", "dangling", "null", "pipe", "folder"])("a %s is not opened, waited for or emptied", (name) => {
  const at = places();
  expect(() => openForWriting(at(name), EITHER)).toThrow();
  expect(readFileSync(at("file"), "utf8")).toBe("before");
  expect(statSync(at("nothing"), { throwIfNoEntry: false })).toBeUndefined();
});
