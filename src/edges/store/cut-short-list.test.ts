import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FOUNDED } from "../../../test/support/home/founded-home.ts";
import { crashedFolder, type Files, filesIn, writeFiles } from "../../../test/support/store/crashed-folder.ts";
import { LOG } from "../../../test/support/store/damaged-home.ts";
import { KeptHome, openedHome } from "../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../test/support/store/some-folder.ts";

const STOPPED_PATH = someFolder();
const CRASHED = crashedFolder(STOPPED_PATH);
const STOPPED = filesIn(STOPPED_PATH);
const LAST = CRASHED.committed.at(-1)?.text;

/** What a loss of power may leave of a list that was not synced. */
const LEFT: readonly (readonly [string, (list: Buffer) => Buffer])[] = [
  ["a part of its last line", (list) => list.subarray(0, -5)],
  ["zeros for its last line", (list) => Buffer.from(list).fill(0, list.length - 60)],
  ["nothing of it", () => Buffer.alloc(0)],
];

/** A folder with these files, in which something else is left of the list. */
function folderWith(files: Files, left: (list: Buffer) => Buffer): string {
  const path = someFolder();
  writeFiles(path, new Map(files).set(LOG, left(files.get(LOG) ?? Buffer.alloc(0))));
  return path;
}

describe.each(LEFT)("a list of recent changes of which there is %s", (_what, left) => {
  test("is what a loss of power leaves beside a home that was not stopped: there is nothing to tell, ever", () => {
    const path = folderWith(CRASHED.files, left);
    for (const _time of ["the first", "the next"])
      expect(openedHome(path)).toMatchObject({ text: LAST, found: { report: [] } });
  });

  test("is damaged when the home was stopped in good order, which is told once", () => {
    const path = folderWith(STOPPED, left);
    expect(openedHome(path)).toMatchObject({ text: LAST, found: { report: [expect.stringMatching(/is damaged/)] } });
    expect(openedHome(path)).toMatchObject({ text: LAST, found: { report: [] } });
  });
});

test("a new home needs no list: the power may go before there is one", () => {
  const path = someFolder();
  const kept = new KeptHome(path);
  kept.begin(FOUNDED);
  kept.close();
  rmSync(join(path, LOG));
  expect(openedHome(path)).toMatchObject({ text: kept.text, found: { report: [] } });
});

test("a list goes on after what was left of it, and names what is lost later", () => {
  const path = folderWith(CRASHED.files, (list) => list.subarray(0, -5));
  const before = openedHome(path);
  const home = readFileSync(join(path, "home.db"));
  const kept = new KeptHome(path);
  const hub = FOUNDED.devices[0];
  const words = hub && kept.make({ kind: "deviceRenamed", deviceId: hub.id, name: "Renamed" });
  kept.close();
  writeFileSync(join(path, "home.db"), home);
  const { text, found } = openedHome(path);
  expect(text).toBe(before.text);
  expect(found.report.at(-1)).toContain(words);
});
