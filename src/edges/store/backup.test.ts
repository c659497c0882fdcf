import { createHash } from "node:crypto";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { anyChange } from "../../../test/support/home/any-change.ts";
import { aKey } from "../../../test/support/home/builders.ts";
import { FOUNDED, furthered } from "../../../test/support/home/founded-home.ts";
import { PlainHome } from "../../../test/support/home/plain-home.ts";
import { everyRead } from "../../../test/support/http/every-read.ts";
import { openedStore } from "../../../test/support/store/opened-store.ts";
import { someFolder } from "../../../test/support/store/some-folder.ts";
import { contentsOf, MutableHome } from "../../core/home/home.ts";
import type { HomeContents } from "../../core/home/model/contents.ts";
import { type Backup, backupText, readBackup } from "./backup.ts";
import { entriesOf } from "./sqlite/entries.ts";
import type { MatterRows } from "./sqlite/matter-rows.ts";

const DEMO = { ...contentsOf(PlainHome.demo().home), keys: [aKey()] };

const MATTER: MatterRows = {
  entries: [["root.fabrics", "fabrics", '"a secret"']],
  lamps: [["888D095C-ACD9-5D50-9709-089657890EDC", 2]],
  facts: [["passcode", "20202021"]],
};

const backupOf = (contents: HomeContents, hasKeys = true): Backup => ({
  matter: hasKeys ? MATTER : undefined,
  contents,
  madeFrom: "a test",
  at: "2026-11-16T20:15:00.000Z",
  luxgate: "0.0.0-test",
  hasKeys,
});

function read(text: string): Backup {
  const backup = readBackup(text);
  if ("problems" in backup) throw new Error(backup.problems.join("\n"));
  return backup;
}

/** Everything that can be read of a home, as a folder serves it that the home was restored to. */
async function readsAfterRestore({ contents, madeFrom }: Backup): Promise<ReadonlyMap<string, string>> {
  const folder = someFolder();
  const { store } = await openedStore(folder);
  await store.begin(contents, madeFrom);
  await store.close();
  const again = await openedStore(folder);
  await again.store.close();
  if (!again.found.contents) throw new Error("there is no home");
  return everyRead(new MutableHome(again.found.contents));
}

test("every read of a home is the same, byte for byte, after a backup and a restore on an empty machine", async () => {
  const reads = await readsAfterRestore(read(backupText(backupOf(DEMO))));
  expect(reads.size).toBeGreaterThan(100);
  expect(reads).toEqual(everyRead(new MutableHome(DEMO)));
});

test("any home is the same after a backup, keys only if asked for", () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 20 }), fc.boolean(), (changes, hasKeys) => {
      const contents = furthered(FOUNDED, changes);
      const backup = backupOf(contents, hasKeys);
      const text = backupText(backup);
      const { contents: restored, ...facts } = read(text);
      expect(entriesOf(restored)).toEqual(entriesOf(hasKeys ? contents : { ...contents, keys: [] }));
      expect({ ...facts, contents }).toEqual(backup);
      for (const { hash } of hasKeys ? [] : contents.keys) expect(text).not.toContain(hash);
    }),
    { numRuns: times(100) },
  );
});

test("what the Matter bridge has stored is in a backup exactly if keys are, and an earlier backup has none", () => {
  expect(backupText({ ...backupOf(DEMO, false), matter: MATTER })).not.toContain("a secret");
  expect(read(backupText(backupOf(DEMO))).matter).toEqual(MATTER);
  expect(read(backupText({ ...backupOf(DEMO), matter: undefined })).matter).toBeUndefined();
  const wrong = { ...MATTER, lamps: [["a lamp", 1]] } as unknown as MatterRows;
  expect(readBackup(backupText({ ...backupOf(DEMO), matter: wrong }))).toEqual({ problems: [expect.any(String)] });
});

describe("a backup that is not whole is refused", () => {
  const text = backupText(backupOf(DEMO));

  test("wherever it was cut, or a letter is another", () => {
    const anyPlace = fc.integer({ min: 0, max: text.length - 2 });
    fc.assert(
      fc.property(anyPlace, fc.boolean(), (place, isCut) => {
        const other = text[place] === "x" ? "y" : "x";
        const damaged = isCut ? text.slice(0, place) : text.slice(0, place) + other + text.slice(place + 1);
        expect(readBackup(damaged)).toHaveProperty("problems");
      }),
      { numRuns: times(200) },
    );
  });

  test("with what is wrong", () => {
    expect(readBackup("{}")).toEqual({ problems: ['expected a backup written by "luxgate backup"'] });
    expect(readBackup(text.slice(0, -10))).toEqual({ problems: ["the file is incomplete: its end is missing"] });
    expect(readBackup(text.replace("Kitchen", "Chicken"))).toEqual({
      problems: ["the file was changed or damaged: its digest does not match"],
    });
    expect(readBackup(text.replaceAll("luxgate-backup-1", "luxgate-backup-2"))).toEqual({
      problems: ["a newer Luxgate wrote it; this version reads luxgate-backup-1"],
    });
  });
});

test("a backup that is nested without end is refused, though its digest is right", () => {
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const head = '"format": "luxgate-backup-1",\n"luxgate": "1",\n"at": "now",\n"madeFrom": "a test"';
  expect(readBackup(sealed(`{\n${head},\n"home": ${deep},\n"keys": null`))).toEqual({
    problems: [expect.stringContaining("its digest does not match")],
  });
});

test.each([
  '"luxgate": "1",\n"at": "now",\n"madeFrom": "a test",\n"keys": null',
  '"luxgate": "1",\n"at": "now",\n"madeFrom": 7,\n"home": {},\n"keys": null',
])("what no gateway can have written is refused, though its digest is right: %s", (fields) => {
  expect(readBackup(sealed(`{\n"format": "luxgate-backup-1",\n${fields}`))).toEqual({
    problems: ['expected a backup written by "luxgate backup"'],
  });
});

/** As a backup ends. */
const sealed = (text: string): string =>
  `${text},\n"sha256": "${createHash("sha256").update(text).digest("hex")}"\n}\n`;

describe("a store that an earlier version wrote", () => {
  const stored = (name: string) => join("test/stored/format-3", name);

  test("is upgraded, backed up and restored, and a copy from before is as it was", async () => {
    const folder = someFolder();
    const copy = someFolder();
    for (const place of [folder, copy]) copyFileSync(stored("home.db"), join(place, "home.db"));
    const { store, found } = await openedStore(folder);
    await store.close();
    if (!found.contents) throw new Error("there is no home");
    const reads = everyRead(new MutableHome(found.contents));
    const backup = { ...backupOf(found.contents), madeFrom: found.madeFrom };
    expect(await readsAfterRestore(read(backupText(backup)))).toEqual(reads);
    expect(found.contents.keys.length).toBeGreaterThan(0);
    expect(existsSync(join(copy, "home.db"))).toBe(true);
    const rolledBack = await openedStore(copy);
    await rolledBack.store.close();
    expect(everyRead(new MutableHome(rolledBack.found.contents ?? FOUNDED))).toEqual(reads);
  });
});
