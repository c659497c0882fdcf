import { existsSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { crashedFolder, writeFiles } from "../../../../test/support/store/crashed-folder.ts";
import { KeptHome, openedHome } from "../../../../test/support/store/saved-home.ts";
import { SmallDisk } from "../../../../test/support/store/small-disk.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import type { Change } from "../../../core/home/changes/change.ts";

const obstacle = SmallDisk.obstacle();
if (obstacle !== undefined) console.warn(`A read-only disk is not tested: ${obstacle}.`);

const title = obstacle ? `a disk that cannot be written to (skipped: ${obstacle})` : "a disk that cannot be written to";

describe.skipIf(obstacle !== undefined)(title, () => {
  const disk = new SmallDisk();
  const path = join(disk.path, "state");
  const { files, committed } = crashedFolder(someFolder());
  const last = committed.at(-1)?.text;
  const problem = "the data folder cannot be written to";

  beforeAll(() => {
    disk.mount();
  });
  afterAll(() => disk.unmount());
  beforeEach(() => {
    disk.setWritable(true);
    rmSync(path, { recursive: true, force: true });
    writeFiles(path, files);
  });

  const renamed = ({ contents }: KeptHome): Change => {
    const [device] = contents?.devices ?? [];
    if (!device) throw new Error("there is no gateway");
    return { kind: "deviceRenamed", deviceId: device.id, name: "Renamed" };
  };

  test("P4: the home is served with what is in its log, commits are refused, and it heals by itself", () => {
    disk.setWritable(false);
    const kept = new KeptHome(path);
    expect(kept).toMatchObject({ text: last, found: { problem, report: [] } });
    expect(() => kept.make(renamed(kept))).toThrow();
    expect(() => kept.make(renamed(kept))).toThrow();
    expect(kept.folder.isAheadOfSnapshots).toBe(false);
    disk.setWritable(true);
    kept.make(renamed(kept));
    kept.close();
    expect(openedHome(path)).toMatchObject({ text: kept.text, found: { problem: undefined, report: [] } });
  });

  test("P2: a damaged home is told, the last snapshot is served, and both stay as they are", () => {
    writeFileSync(join(path, "home.db"), "damaged");
    disk.setWritable(false);
    const { text, found } = openedHome(path);
    expect(text).toBe(committed.at(9)?.text);
    expect(found.problem).toBe(problem);
    expect(found.report[0]).toMatch(/home\.db is damaged/);
    for (const { words } of committed.slice(10)) expect(found.report.join("\n")).toContain(words);
    expect(existsSync(join(path, "damaged"))).toBe(false);
  });

  test("P2: changes that the log lost are named here too", () => {
    truncateSync(join(path, "home.db-wal"), (files.get("home.db-wal")?.length ?? 0) - 9);
    disk.setWritable(false);
    const { text, found } = openedHome(path);
    expect(text).toBe(committed.at(-2)?.text);
    expect(found.report).toContainEqual(expect.stringContaining(committed.at(-1)?.words ?? "?"));
  });

  test("P2: a home that somebody changed meanwhile is not written over", () => {
    disk.setWritable(false);
    const kept = new KeptHome(path);
    disk.setWritable(true);
    const other = new KeptHome(path);
    other.make(renamed(other));
    other.close();
    expect(() => kept.make(renamed(kept))).toThrow("another process changed the data");
    kept.close();
  });
});
