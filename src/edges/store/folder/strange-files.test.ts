import { existsSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { someOf, times } from "../../../../test/support/depth.ts";
import { crashedFolder, writeFiles } from "../../../../test/support/store/crashed-folder.ts";
import { kill, opening } from "../../../../test/support/store/opening-process.ts";
import { KeptHome, openedHome } from "../../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../../test/support/store/some-folder.ts";
import {
  doAsSaid,
  Outside,
  putStrange,
  STRANGE_KINDS,
  type StrangeKind,
} from "../../../../test/support/store/strange-files.ts";
import { FolderRefused } from "../faults.ts";

const { files, committed } = crashedFolder(someFolder());
const texts = committed.map(({ text }) => text);
const [snapshot = ""] = [...files.keys()].filter((name) => name.startsWith("snapshots/"));

/** Every name at which a gateway opens, makes, renames or removes something. */
const NAMES = [
  ...["home.db", "home.db-wal", "home.db-shm", "home.db-journal", "home.db.new", "home.db.new-wal", "lock"],
  ...["lock-journal", "recent-changes.log", "recent-changes.older.log", "identity.json", "control.sock"],
  ...["snapshots", "damaged", "replaced", snapshot, "snapshots/draft.db", "snapshots/draft.db-wal"],
];

/** A folder as a crash left it, in which something else stands at some names. */
function strangeFolder(strange: readonly (readonly [name: string, kind: StrangeKind])[]) {
  const [path, outside] = [someFolder(), new Outside()];
  writeFiles(path, files);
  for (const [name, kind] of strange) putStrange(kind, join(path, name), outside);
  return { path, outside };
}

/** Opens a folder as often as it is refused, each time with the mend that the line gives; gives those lines. */
function openedAfterMending(path: string): { readonly kept: KeptHome; readonly refusals: readonly string[] } {
  const refusals: string[] = [];
  for (;;) {
    try {
      return { kept: openedHome(path), refusals };
    } catch (error) {
      if (!(error instanceof FolderRefused) || refusals.includes(error.message)) throw error;
      refusals.push(error.message);
      doAsSaid(error.message);
    }
  }
}

/** Pipes are for a process of their own, which can be ended should it wait for one. */
const kinds = STRANGE_KINDS.filter((kind) => kind !== "a pipe");
const someStrange = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...kinds)), {
  selector: ([name]) => name.split("/")[0],
  minLength: 1,
  maxLength: 4,
});

test("P2: whatever stands at the names of a data folder, nothing outside is touched, and each line brings its own mend", () => {
  fc.assert(
    fc.property(someStrange, (strange) => {
      const { path, outside } = strangeFolder(strange);
      const before = outside.state;
      const { kept, refusals } = openedAfterMending(path);
      expect(outside.state).toEqual(before);
      for (const line of [...refusals, ...kept.found.report]) expect(line).not.toContain("\n");
      // Where both the home and its snapshots were something else, nothing is left.
      expect([...texts, "nothing"]).toContain(kept.text);
      if (kept.text !== texts.at(-1)) expect([...refusals, ...kept.found.report]).not.toEqual([]);
      rmSync(path, { recursive: true });
    }),
    { numRuns: times(60) },
  );
});

const linked = STRANGE_KINDS.filter((kind) => kind.startsWith("a link"));

describe.each(linked)("%s", (kind) => {
  test.each(NAMES)("is not followed at %s: one line names it and its mend, and nothing was touched", (name) => {
    const { path, outside } = strangeFolder([[name, kind]]);
    const before = [outside.state, existsSync(join(path, "lock"))];
    expect(() => new KeptHome(path)).toThrow(FolderRefused);
    expect(() => new KeptHome(path)).toThrow(
      `${join(path, name)} is a symbolic link to ${readlinkSync(join(path, name))}, and Luxgate follows no links`,
    );
    expect([outside.state, existsSync(join(path, "lock"))]).toEqual(before);
  });
});

/** The files that are written in place. */
const WRITTEN = NAMES.filter((name) => /^(home\.db|lock|recent-changes)/.test(name));

test.each(WRITTEN)("a second name of a file is not written to at %s: one line names it and its mend", (name) => {
  const { path, outside } = strangeFolder([[name, "a second name of a file"]]);
  const before = outside.state;
  expect(() => new KeptHome(path)).toThrow(`${join(path, name)} has 2 hard links`);
  expect(outside.state).toEqual(before);
});

test.each(someOf(NAMES))("a pipe at %s is not waited for", async (name) => {
  const { path } = strangeFolder([[name, "a pipe"]]);
  const { process, said } = await opening(path);
  await kill(process);
  expect(said).toMatch(name === "home.db" ? /^open$/ : /is a pipe, but Luxgate needs a (file|folder|socket) there: /);
});

test("a link that appears while a gateway runs is not written through, and stops no commit", () => {
  const { path, outside } = strangeFolder([]);
  const kept = new KeptHome(path);
  const [device] = kept.contents?.devices ?? [];
  if (!device) throw new Error("there is no gateway");
  const before = outside.state;
  for (const name of ["recent-changes.log", "snapshots", "damaged"])
    putStrange("a link to a file", join(path, name), outside);
  kept.make({ kind: "deviceRenamed", deviceId: device.id, name: "Renamed" });
  expect(() => kept.folder.takeSnapshot()).toThrow();
  kept.close();
  expect(outside.state).toEqual(before);
});

test("a home whose place a link takes while a gateway runs is written to no more", () => {
  const { path, outside } = strangeFolder([]);
  const kept = new KeptHome(path);
  const [device] = kept.contents?.devices ?? [];
  if (!device) throw new Error("there is no gateway");
  const moved = join(outside.path, basename("home.db"));
  writeFiles(outside.path, new Map([["home.db", files.get("home.db") ?? Buffer.alloc(0)]]));
  rmSync(join(path, "home.db"));
  symlinkSync(moved, join(path, "home.db"));
  expect(() => kept.make({ kind: "deviceRenamed", deviceId: device.id, name: "Renamed" })).toThrow(
    "was removed or replaced",
  );
  kept.close();
});
