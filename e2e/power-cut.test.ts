import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { atLeast, times } from "../test/support/depth.ts";
import { Seeded } from "../test/support/home/seeded.ts";
import { writeFiles } from "../test/support/store/crashed-folder.ts";
import { openedHome, textOf } from "../test/support/store/saved-home.ts";
import { someFolder } from "../test/support/store/some-folder.ts";
import { Disk } from "./support/power-cut-disk.ts";
import { PowerCutFigures } from "./support/power-cut-figures.ts";
import { filesNow, imageOf } from "./support/power-cut-images.ts";
import { SESSIONS, statesOf } from "./support/power-cut-work.ts";
import { type RecordedCall, type RecordedStore, recordedStore } from "./support/recorded-store.ts";
import { programWith, whyNoTracing } from "./support/traced-program.ts";

/** `LUXGATE_IMAGES=20000 npx vitest run e2e/power-cut.test.ts` has more of them. */
const { LUXGATE_IMAGES, LUXGATE_IMAGES_SEED = String(Date.now() % 1e9) } = process.env;
const IMAGES = Number(LUXGATE_IMAGES ?? times(2_000));
const SEED = Number(LUXGATE_IMAGES_SEED);
/** One image in so many. */
const OPENED_AGAIN = 8;
/** https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const LOG_HEADER_BYTES = 32;
const PATIENCE_MILLIS = 120_000 + IMAGES * 100;

const obstacle = whyNoTracing();
if (obstacle !== undefined) console.warn(`What a loss of power leaves is not tested: ${obstacle}.`);
const title = "after a loss of power";

const STATES = statesOf(SESSIONS).map((contents) => (contents ? textOf(contents) : "nothing"));

let recording: Promise<RecordedStore> | undefined;
const recordedOnce = (): Promise<RecordedStore> => {
  recording ??= recordedStore();
  return recording;
};

/** Opens what a loss of power after a call may have left. */
function judge(
  disk: Disk,
  call: RecordedCall,
  { chance, figures }: { chance: Seeded; figures: PowerCutFigures },
): void {
  const path = someFolder();
  const words = `image ${figures.counts.images} after ${call.name} at line ${call.begin} of the trace`;
  figures.add("images");
  try {
    writeFiles(path, imageOf(disk.root, chance));
    const { foundText, found } = openedHome(path);
    const state = STATES.lastIndexOf(foundText, call.begun);
    if (found.report.length > 0) figures.fault("false alarms", `${words}: ${found.report.join(" ")}`);
    if (state < 0) figures.fault("half states", words);
    else if (state < call.acknowledged)
      figures.fault("lost acknowledgements", `${words}: ${state} instead of ${call.acknowledged}`);
    else if (state === 0) figures.add("before the first home");
    else figures.add(state === call.acknowledged ? "as acknowledged" : "with a change that was under way");
    if (chance.below(OPENED_AGAIN) === 0) judgeAgain(path, foundText, { words, figures });
  } catch (error) {
    figures.fault("failed opens", `${words}: ${error}`);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/** What was found after a loss of power is still so after the stop that followed. */
function judgeAgain(path: string, before: string, { words, figures }: { words: string; figures: PowerCutFigures }) {
  const { foundText, found } = openedHome(path);
  figures.add("opened once more");
  if (foundText !== before) figures.fault("half states", `${words}, opened once more`);
  if (found.report.length > 0) figures.fault("false alarms", `${words}, opened once more: ${found.report.join(" ")}`);
}

/** Cuts the power at so many moments, spread by chance over all that a store did. */
function figuresOf({ path, calls }: RecordedStore, images: number): PowerCutFigures {
  const chance = new Seeded(SEED);
  const figures = new PowerCutFigures();
  const cuts = new Map<number, number>();
  for (let image = 0; image < images; image += 1) {
    const at = chance.below(calls.length);
    cuts.set(at, (cuts.get(at) ?? 0) + 1);
  }
  const disk = new Disk(path);
  for (const [at, call] of calls.entries()) {
    disk.perform(call);
    for (let left = cuts.get(at) ?? 0; left > 0; left -= 1) judge(disk, call, { chance, figures });
  }
  return figures;
}

/** Other files that are renamed are lists that only help where a home is damaged. */
const isPutInPlace = ({ name, texts: [from] }: RecordedCall): boolean =>
  name === "rename" && String(from).endsWith(".new");

describe.skipIf(obstacle !== undefined)(obstacle === undefined ? title : `${title} (skipped: ${obstacle})`, () => {
  test(
    `P1: whatever the disk made of what was not synced, every acknowledged change is there (${IMAGES} images)`,
    async () => {
      const recorded = await recordedOnce();
      expect(recorded.calls.at(-1)?.acknowledged).toBe(STATES.length - 1);
      const begun = performance.now();
      const figures = figuresOf(recorded, IMAGES);
      const seconds = (performance.now() - begun) / 1000;
      console.info(`Disks after a loss of power, with the seed ${SEED}:\n${figures.table(seconds)}`);
      expect(figures.faults).toEqual([]);
      expect(figures.counts.images).toBe(IMAGES);
    },
    PATIENCE_MILLIS,
  );

  test(
    "what is recorded is all that the store did to its folder",
    async () => {
      const { path, calls, files } = await recordedOnce();
      const disk = new Disk(path);
      for (const call of calls) disk.perform(call);
      const now = filesNow(disk.root);
      expect([...now.keys()].sort()).toEqual([...files.keys()].sort());
      for (const [name, bytes] of files) expect(now.get(name)?.equals(bytes), name).toBe(true);
    },
    PATIENCE_MILLIS,
  );

  test(
    "the work makes SQLite begin its log anew, takes snapshots, and makes the list of recent changes begin anew",
    async () => {
      const { path, calls, files } = await recordedOnce();
      const log = join(path, "home.db-wal");
      const beginnings = calls
        .filter(({ on, texts }) => (on === log && texts[0]?.length === LOG_HEADER_BYTES) || String(texts[0]) === log)
        .map(({ name }) => name);
      expect(beginnings.join(" ")).toContain("pwrite64 pwrite64");
      const named = calls.filter(({ name }) => name === "rename").map(({ texts }) => String(texts[1]));
      expect(named.filter((name) => name.includes("/snapshots/")).length).toBeGreaterThan(4);
      expect([...files.keys()]).toContain("recent-changes.older.log");
    },
    PATIENCE_MILLIS,
  );

  test(
    "a finished file that is put in its place is synced with its folder before anything else is acknowledged",
    async () => {
      const { calls } = await recordedOnce();
      const renames = calls.flatMap((call, at) => (isPutInPlace(call) ? [{ call, at }] : []));
      const unsynced = renames.filter(({ call, at }) => {
        const folder = dirname(String(call.texts[1]));
        const synced = calls.findIndex(({ name, on }, later) => later > at && name === "fsync" && on === folder);
        return synced < 0 || calls[synced]?.acknowledged !== call.acknowledged;
      });
      expect(renames.length).toBeGreaterThan(2);
      expect(unsynced.map(({ call }) => String(call.texts[1]))).toEqual([]);
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
      const { wrong } = figuresOf(await recordedStore(join(dirname(script), "store-worker.js")), times(200));
      expect(wrong["lost acknowledgements"]).toBeGreaterThanOrEqual(atLeast(20));
    },
    PATIENCE_MILLIS,
  );
});
