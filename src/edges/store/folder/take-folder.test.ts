import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { crashedFolder, writeFiles } from "../../../../test/support/store/crashed-folder.ts";
import { begunHome, KeptHome, openedHome } from "../../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import { FolderRefused } from "../faults.ts";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test.each(["000", "022", "077", "777"])(
  "a new folder is 0700 and its files 0600, with the umask %s as well",
  (octal) => {
    const umask = Number.parseInt(octal, 8);
    const before = process.umask(umask);
    onTestFinished(() => void process.umask(before));
    const path = join(someFolder(), "above", "state");
    const kept = new KeptHome(path);
    kept.begin(FOUNDED);
    kept.folder.takeSnapshot();
    kept.close();
    const inside = (readdirSync(path, { recursive: true }) as string[]).map((name) => join(path, name));
    for (const some of [path, join(path, ".."), ...inside]) {
      expect([some, modeOf(some)]).toEqual([some, statSync(some).isDirectory() ? 0o700 : 0o600]);
    }
  },
);

test.each(["755", "750", "711"])(
  "a folder of ours that others may read is closed to them, and that is told once: %s",
  (octal) => {
    const mode = Number.parseInt(octal, 8);
    const { path, kept } = begunHome();
    kept.close();
    chmodSync(path, mode);
    const line = expect.stringMatching(RegExp(`${path} .*\\(mode 0${mode.toString(8)}\\).*\\(mode 0700\\)`));
    expect(openedHome(path)).toMatchObject({ text: kept.text, found: { report: [line], problem: undefined } });
    expect(modeOf(path)).toBe(0o700);
    expect(openedHome(path)).toMatchObject({ text: kept.text, found: { report: [] } });
  },
);

test("a folder that others may write to is refused, and nothing of it is touched", () => {
  const { path, kept } = begunHome();
  kept.close();
  chmodSync(path, 0o775);
  expect(() => new KeptHome(path)).toThrow(FolderRefused);
  expect(modeOf(path)).toBe(0o775);
  chmodSync(path, 0o700);
  expect(openedHome(path).text).toBe(kept.text);
});

test("a file that others could write to, in a folder that they could enter, is refused with a mend for all of it", () => {
  const { path, kept } = begunHome();
  kept.close();
  chmodSync(path, 0o755);
  chmodSync(join(path, "home.db"), 0o664);
  expect(() => new KeptHome(path)).toThrow(
    RegExp(`^Other users can write to ${join(path, "home.db")} \\(mode 0664\\).*"chmod -R go= ${path}"`),
  );
  expect(modeOf(path)).toBe(0o755);
});

test("in a folder that nobody else can enter, the modes of files do not matter", () => {
  const { files, committed } = crashedFolder(someFolder());
  const path = someFolder();
  writeFiles(path, files);
  chmodSync(join(path, "home.db"), 0o666);
  expect(openedHome(path)).toMatchObject({ text: committed.at(-1)?.text, found: { report: [] } });
});

test("a file that its own user may not read is told with its mend", () => {
  const { path, kept } = begunHome();
  kept.close();
  chmodSync(join(path, "home.db"), 0o000);
  expect(() => new KeptHome(path)).toThrow(`fix it with "chmod 600 ${join(path, "home.db")}".`);
});

test("a folder may be a link: what it leads to is used, and closed to others", () => {
  const { path, kept } = begunHome();
  kept.close();
  chmodSync(path, 0o755);
  const link = join(someFolder(), "luxgate");
  symlinkSync(path, link);
  expect(openedHome(link)).toMatchObject({ text: kept.text, found: { report: [expect.stringContaining(path)] } });
  expect(modeOf(path)).toBe(0o700);
});

test("a link to a folder that is away makes no new home", () => {
  const [target, link] = [join(someFolder(), "away"), join(someFolder(), "luxgate")];
  symlinkSync(target, link);
  expect(() => new KeptHome(link)).toThrow("which does not exist");
  expect(statSync(target, { throwIfNoEntry: false })).toBeUndefined();
});

test("what somebody else keeps in the folder is none of our business", () => {
  const { path, kept } = begunHome();
  kept.close();
  symlinkSync("/nowhere", join(path, "backup"));
  mkdirSync(join(path, "lost+found"));
  writeFileSync(join(path, "lock.old"), "");
  expect(openedHome(path)).toMatchObject({ text: kept.text, found: { report: [] } });
});
