import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { someFolder } from "../../test/support/store/some-folder.ts";
import { isRoot, NOBODY } from "../../test/support/store/strange-files.ts";
import { examineFolder, fileRefusal } from "./folder-trust.ts";

function folderOf(mode: number, path = join(someFolder(), "state")): string {
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}

/** The line in which a folder is refused. */
function refusalOf(path: string): string | undefined {
  const examined = examineFolder(path);
  return "refusal" in examined ? examined.refusal : undefined;
}

test.each(["700", "500", "2700"])("a folder of this user alone is trusted, with the mode %s", (octal) => {
  const mode = Number.parseInt(octal, 8);
  const path = folderOf(mode);
  expect(examineFolder(path)).toEqual({ path, mode, isReadableByOthers: false });
});

test.each(["755", "750", "711", "701"])(
  "a folder that others may only read is trusted, and said to be so: %s",
  (octal) => {
    const mode = Number.parseInt(octal, 8);
    const path = folderOf(mode);
    expect(examineFolder(path)).toEqual({ path, mode, isReadableByOthers: true });
  },
);

test.each(["777", "775", "770", "720", "702", "1777"])("a folder that others may write to is refused: %s", (octal) => {
  const mode = Number.parseInt(octal, 8);
  const path = folderOf(mode);
  expect(refusalOf(path)).toMatch(
    RegExp(`^Other users can write to .* ${path} \\(mode ${mode.toString(8).padStart(4, "0")}\\).*"chmod 700 ${path}"`),
  );
  chmodSync(path, 0o700);
  expect(refusalOf(path)).toBeUndefined();
});

test("a folder that its own user may not read is told with its mend", () => {
  const path = folderOf(0o300);
  expect(refusalOf(path)).toMatch(RegExp(`owner cannot read .* ${path} \\(mode 0300\\).*"chmod 700 ${path}"`));
});

test("a path with blanks and quotes is one word in the mend", () => {
  const path = folderOf(0o777, join(someFolder(), "Anna's home"));
  expect(refusalOf(path)).toContain(`"chmod 700 '${path.replace("'", `'\\''`)}'"`);
});

test("a file is no folder, neither at the end nor on the way", () => {
  const file = join(someFolder(), "file");
  writeFileSync(file, "");
  expect(refusalOf(file)).toMatch(RegExp(` ${file} is not a folder: .*--data-dir`));
  expect(refusalOf(join(file, "state"))).toMatch(/^\S+file, which contains the data folder \S+, is not a folder: /);
});

test("a folder that is yet to be made is where its path leads, links resolved", () => {
  const real = folderOf(0o700);
  const link = join(someFolder(), "link");
  symlinkSync(real, link);
  const path = join(real, "not", "yet");
  expect(examineFolder(join(link, "not", "yet"))).toEqual({ path, mode: undefined, isReadableByOthers: false });
});

describe("a link", () => {
  test("to a folder of this user alone is trusted, and so is a chain of links, relative ones too", () => {
    const [real, beside] = [folderOf(0o700), someFolder()];
    symlinkSync(real, join(beside, "one"));
    symlinkSync("one", join(beside, "two"));
    // Above what the link leads to, not above the link.
    symlinkSync("./two/../state", join(beside, "three"));
    for (const name of ["one", "two", "three"]) expect(examineFolder(join(beside, name))).toMatchObject({ path: real });
  });

  test("to a folder that others may write to is refused by the name of that folder", () => {
    const [real, link] = [folderOf(0o777), join(someFolder(), "link")];
    symlinkSync(real, link);
    expect(refusalOf(link)).toContain(`Other users can write to the data folder ${real}`);
  });

  test.each(["nowhere", "itself"])("that leads to %s is refused, and nothing is made there", (target) => {
    const link = join(someFolder(), "itself");
    symlinkSync(target === "itself" ? link : join(someFolder(), "nowhere"), link);
    expect(refusalOf(link)).toMatch(
      /^The data folder \S+ leads through a symbolic link to \S+, which does not exist: restore it .*"rm \S+"\.$/,
    );
    expect(refusalOf(join(link, "below"))).toContain("which does not exist");
  });
});

describe("a folder on the way", () => {
  test.each(["777", "757"])("that everybody may write to is refused: %s", (octal) => {
    const mode = Number.parseInt(octal, 8);
    const above = folderOf(mode);
    const path = folderOf(0o700, join(above, "state"));
    for (const asked of [path, join(above, "not-yet")]) {
      expect(refusalOf(asked)).toMatch(
        RegExp(
          `^Other users can write to ${above} \\(mode 0${mode.toString(8)}\\).* ${asked}: .*"chmod go-w ${above}".*--data-dir`,
        ),
      );
    }
  });

  test("that everybody may write to, but only rename what is theirs, is trusted as /tmp is", () => {
    expect(refusalOf(folderOf(0o700, join(folderOf(0o1777), "state")))).toBeUndefined();
  });

  test("that a group of this user's may write to is trusted: many systems give each user one of their own", () => {
    expect(refusalOf(folderOf(0o700, join(folderOf(0o775), "state")))).toBeUndefined();
  });

  test("that everybody may write to is refused also when a link leads away from it", () => {
    const [real, open] = [folderOf(0o700), folderOf(0o777)];
    symlinkSync(real, join(open, "link"));
    expect(refusalOf(join(open, "link"))).toContain(
      `Other users can write to ${open} (mode 0777) and could replace the data folder ${real}`,
    );
  });
});

if (!isRoot) console.warn("Folders of other users are not tested here: only root can make them.");

describe.skipIf(!isRoot)(`what belongs to another user${isRoot ? "" : " (skipped: only root can make it)"}`, () => {
  test("is refused as a data folder, with both users and the mend", () => {
    const path = folderOf(0o700);
    chownSync(path, NOBODY, NOBODY);
    expect(examineFolder(path)).toEqual({
      refusal: expect.stringMatching(
        RegExp(
          `${path} belongs to user ${NOBODY}.* runs as root: .*user ${NOBODY}.*"chown -R root ${path}".*--data-dir`,
        ),
      ),
      owner: NOBODY,
    });
  });

  test("is refused on the way, be it a folder or a link", () => {
    const above = folderOf(0o755);
    const path = folderOf(0o700, join(above, "state"));
    chownSync(above, NOBODY, NOBODY);
    const words = `belongs to user ${NOBODY}\\b.*--data-dir`;
    expect(refusalOf(path)).toMatch(RegExp(`^${above}, .* ${path}, ${words}`));
    const [real, link] = [folderOf(0o700), join(someFolder(), "link")];
    symlinkSync(real, link);
    lchownSync(link, NOBODY, NOBODY);
    expect(refusalOf(link)).toMatch(RegExp(`^${link}, .* ${real}, ${words}`));
  });

  test("is refused on the way when a group that we are not in may write to it", () => {
    const above = folderOf(0o775);
    const path = folderOf(0o700, join(above, "state"));
    chownSync(above, 0, NOBODY);
    expect(refusalOf(path)).toContain(`Other users can write to ${above} (mode 0775)`);
  });
});

describe("a file that decides what this process does", () => {
  const fileOf = (mode: number): string => {
    const path = join(someFolder(), "luxgate.yaml");
    writeFileSync(path, "");
    chmodSync(path, mode);
    return path;
  };

  test.each(["600", "644", "640", "660", "400"])("is trusted with the mode %s", (octal) => {
    expect(fileRefusal(fileOf(Number.parseInt(octal, 8)))).toBeUndefined();
  });

  test.each(["666", "646", "602"])("is refused where everybody may write to it: %s", (octal) => {
    const path = fileOf(Number.parseInt(octal, 8));
    const refusal = `other users can write to it (mode 0${octal}): check its contents, then restrict it with "chmod go-w ${path}"`;
    const link = join(someFolder(), "link");
    symlinkSync(path, link);
    expect(fileRefusal(path)).toBe(refusal);
    expect(fileRefusal(link)).toBe(refusal.replace(path, link));
  });

  test("is judged by whoever reads it where it is not there", () => {
    expect(fileRefusal(join(someFolder(), "nothing"))).toBeUndefined();
  });
});
