import { chownSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { isRoot, NOBODY } from "../../../../test/support/store/strange-files.ts";
import { appendPlain, copyPlain, emptyPlain, readPlain } from "./plain-file.ts";

const USES: readonly (readonly [what: string, use: (path: string) => unknown])[] = [
  ["read", (path) => readPlain(path, (handle) => readFileSync(handle, "utf8"))],
  ["appended to", (path) => appendPlain(path, "ours")],
  ["emptied", emptyPlain],
  ["copied", (path) => copyPlain(path, `${path}.copy`)],
];

test.skipIf(!isRoot).each(USES)("a file of another user is not %s", (_what, use) => {
  const path = join(someFolder(), "theirs");
  writeFileSync(path, "theirs");
  chownSync(path, NOBODY, NOBODY);
  expect(() => use(path)).toThrow(/is not a file of this user/);
  expect(readFileSync(path, "utf8")).toBe("theirs");
});

test.each(USES)("a file is not %s through a link", (_what, use) => {
  const folder = someFolder();
  writeFileSync(join(folder, "elsewhere"), "elsewhere");
  symlinkSync(join(folder, "elsewhere"), join(folder, "link"));
  expect(() => use(join(folder, "link"))).toThrow();
  expect(readFileSync(join(folder, "elsewhere"), "utf8")).toBe("elsewhere");
});
