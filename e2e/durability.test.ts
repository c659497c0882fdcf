import { realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Wire } from "../test/support/http/http-client.ts";
import { OperatorLine } from "./support/operator-line.ts";
import { temporaryFolder } from "./support/program.ts";
import { answeredTooSoon, answersFor, commitsAndSyncs, unsyncedNames } from "./support/synced.ts";
import { programWith, TracedProgram, whyNoTracing } from "./support/traced-program.ts";

const PATIENCE_MILLIS = 300_000;
/** Enough for SQLite to begin its log anew on the way. */
const CHANGES = 400;
const CONNECTIONS = 8;

const obstacle = whyNoTracing();
if (obstacle !== undefined)
  console.warn(`Whether changes are synced before they are answered is not tested: ${obstacle}.`);
const title = "what is on the disk";

/** A state folder as the system calls name it. */
const stateFolder = () => join(realpathSync(temporaryFolder()), "new", "state");

/** Renames a device again and again over several connections at once; gives the names, each another one. */
async function renameAll(folder: string, count: number, connections: number): Promise<readonly string[]> {
  const names = Array.from({ length: count }, (_, at) => `<Name ${at}>`);
  const devices = ["Porch", "Ceiling", "Worktop", "Wardrobe", "TV bar", "Sync box", "Dial", "Desk spot"];
  const lines = await Promise.all(Array.from({ length: connections }, () => OperatorLine.open(folder)));
  const known: readonly Wire[] = await lines[0]?.done({ command: "device.list", with: {} });
  const rename = async (line: OperatorLine, at: number) => {
    const device = known.find(({ name }) => name === devices[at]).id;
    for (const name of names.filter((_name, place) => place % connections === at)) {
      await line.done({ command: "device.rename", with: { device, name } });
    }
    line.close();
  };
  await Promise.all(lines.map(rename));
  return names;
}

describe.skipIf(obstacle !== undefined)(obstacle === undefined ? title : `${title} (skipped: ${obstacle})`, () => {
  test.each([1, CONNECTIONS])(
    "P1: each change is synced before it is answered, with %i asking at once",
    async (connections) => {
      const folder = stateFolder();
      const traced = new TracedProgram(folder);
      await traced.program.ready();
      const names = await renameAll(folder, CHANGES, connections);
      const calls = await traced.stop();
      const log = join(folder, "home.db-wal");
      expect(answersFor(calls, names).size).toBe(CHANGES);
      expect(answeredTooSoon(calls, log, names)).toEqual([]);
      const { commits, syncs } = commitsAndSyncs(calls, log, names);
      expect(syncs).toBeGreaterThanOrEqual(commits);
      if (connections === 1) expect(commits).toBe(CHANGES);
    },
    PATIENCE_MILLIS,
  );

  test.each(["OFF", "NORMAL"])(
    "a store that leaves syncing to the system (synchronous = %s) is found out",
    async (synchronous) => {
      const script = programWith({
        instead: '"BEGIN IMMEDIATE"',
        put: `"PRAGMA synchronous = ${synchronous}; BEGIN IMMEDIATE"`,
      });
      const folder = stateFolder();
      const traced = new TracedProgram(folder, script);
      await traced.program.ready();
      const names = await renameAll(folder, 20, 1);
      const calls = await traced.stop();
      const tooSoon = answeredTooSoon(calls, join(folder, "home.db-wal"), names);
      expect(tooSoon).toEqual(names.map((name) => `${name} was not synced`));
    },
    PATIENCE_MILLIS,
  );

  test(
    "the history of a gateway that was stopped is synced, its files and their names",
    async () => {
      const folder = stateFolder();
      const traced = new TracedProgram(folder);
      await traced.program.ready();
      await renameAll(folder, 1, 1);
      const calls = await traced.stop();
      const written = calls.findLast(
        ({ name, on }) => name.includes("write") && on.startsWith(join(folder, "history/")),
      );
      const synced = calls.filter(({ name, begin }) => name === "fsync" && begin > (written?.end ?? Infinity));
      expect(synced.map(({ on }) => on)).toEqual(expect.arrayContaining([written?.on, join(folder, "history")]));
    },
    PATIENCE_MILLIS,
  );

  test(
    "when the first start is done, the new home and the names of its file and folders are synced",
    async () => {
      const folder = stateFolder();
      const traced = new TracedProgram(folder);
      await traced.program.ready();
      const calls = await traced.stop();
      const ready = calls.find(({ texts }) => texts[0]?.includes("is ready at"));
      const renamed = calls.filter(({ name }) => name.startsWith("rename")).map(({ texts }) => String(texts[1]));
      expect(renamed).toContain(join(folder, "home.db"));
      const unsynced = unsyncedNames(calls, ready?.begin ?? 0);
      expect(unsynced.filter((words) => !words.includes("/snapshots"))).toEqual([]);
    },
    PATIENCE_MILLIS,
  );

  test(
    "snapshots are synced before they get their names, and so are the names",
    async () => {
      const folder = stateFolder();
      const traced = new TracedProgram(folder);
      await traced.program.ready();
      await renameAll(folder, 1, 1);
      const calls = await traced.stop();
      const snapshots = calls.filter(
        ({ name, texts }) => name.startsWith("rename") && texts[1]?.includes("/snapshots/"),
      );
      expect(snapshots.length).toBeGreaterThanOrEqual(2);
      expect(unsyncedNames(calls, Number.POSITIVE_INFINITY)).toEqual([]);
    },
    PATIENCE_MILLIS,
  );
});
