import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { times } from "../test/support/depth.ts";
import { Seeded } from "../test/support/home/seeded.ts";
import { CrashFigures } from "./support/crash-figures.ts";
import { CrashLane } from "./support/crash-lane.ts";
import { temporaryFolder } from "./support/program.ts";

/** `npm run test:crash -- 5000` has more of them. */
const { LUXGATE_CRASH_ROUNDS, LUXGATE_CRASH_SEED = String(Date.now() % 1e9) } = process.env;
const ROUNDS = Number(LUXGATE_CRASH_ROUNDS ?? times(500));
const SEED = Number(LUXGATE_CRASH_SEED);
/** Folders that are worked on at the same time. */
const LANES = 3;
const PATIENCE_MILLIS = 120_000 + ROUNDS * 4_000;

test(
  `killed ${ROUNDS} times at random moments, the gateway loses no acknowledged change and keeps no half of one`,
  async () => {
    const figures = new CrashFigures();
    const folder = temporaryFolder();
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    let begunRounds = 0;
    const work = async (number: number) => {
      const laneFolder = join(folder, String(number));
      mkdirSync(laneFolder);
      const lane = new CrashLane(laneFolder, new Seeded(SEED + number), figures);
      await lane.prepare();
      while (begunRounds < ROUNDS) {
        begunRounds += 1;
        await lane.round();
        if (figures.counts.rounds % 100 === 0)
          console.log(`${figures.counts.rounds} rounds, ${Math.round(seconds())} s`);
      }
      await lane.finish();
    };
    console.log(`Killing the gateway ${ROUNDS} times, with the seed ${SEED}.`);
    const outcomes = await Promise.allSettled(Array.from({ length: LANES }, (_, number) => work(number)));
    console.log(`Killed with the seed ${SEED}:\n${figures.table(seconds())}`);
    expect(figures.faults).toEqual([]);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(figures.counts.rounds).toBe(ROUNDS);
    expect(figures.counts["changes acknowledged"]).toBeGreaterThan(ROUNDS);
  },
  PATIENCE_MILLIS,
);
