import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { someFolder } from "../../../test/support/store/some-folder.ts";
import { makeFolder } from "./durable-file.ts";

test("a folder is made with all those on the way to it, for this user alone", () => {
  const path = join(someFolder(), "one", "two", "three");
  makeFolder(path);
  makeFolder(path);
  for (const made of [path, join(path, ".."), join(path, "..", "..")]) expect(statSync(made).mode & 0o777).toBe(0o700);
});

test("where no folder can be made it says so, and does not try for ever", () => {
  expect(() => makeFolder("/proc/luxgate/state")).toThrow(expect.objectContaining({ code: "ENOENT" }));
});
