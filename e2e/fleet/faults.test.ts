import { setTimeout as pause } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { describeInNamespaces } from "../support/describe-in-namespaces.ts";
import { Beacons } from "./beacons.ts";
import { CommandedLamps } from "./commanded-lamps.ts";
import { untilSame } from "./differences.ts";
import { FAULTS, type Fault } from "./faults.ts";
import { figuresTable, type Row } from "./figures-table.ts";
import { startLab } from "./fleet-lab.ts";
import { letIn, rearrange } from "./rearrange.ts";
import { Site } from "./site.ts";

const BEFORE_MILLIS = 2_000;
/** Clients go on for that long when all is well again. */
const AFTER_MILLIS = 1_000;
const MOST_SECONDS = 10;
/** A machine that does other work, too, says little about times: a fault that takes too long is tried again. */
const MOST_TRIES = 3;
const TIMEOUT = MOST_TRIES * 300_000;

const rows: Row[] = [];
afterAll(() => console.log(figuresTable(rows)));

describe("a fleet under load loses nothing and goes on within 10 s", () => {
  for (const fault of FAULTS) test(`when ${fault.name}`, () => suffers(fault), TIMEOUT);
});

describeInNamespaces("a fleet under load loses nothing", () => {
  for (const [words, holdMillis] of [
    ["a minute", 60_000],
    ["12 s", 12_000],
  ] as const) {
    const whenCutOff = async () => {
      const site = Site.make();
      const strike = async () => {
        site.cut();
        return async () => site.mend();
      };
      await suffers({ name: `a gateway is cut off for ${words}`, holdMillis, isGatewayAway: true, strike }, site);
    };
    test(`when a gateway is cut off from the cluster for ${words}`, whenCutOff, TIMEOUT);
  }
});

/** Nothing may ever be lost; how long it takes is tried again where that was too long. */
async function suffers(fault: Fault, site?: Site): Promise<void> {
  let times = await timesOf(fault, site);
  for (let tries = 1; tries < MOST_TRIES && isTooLong(fault, times); tries += 1) times = await timesOf(fault, site);
  expect(times.gap).toBeLessThan(fault.mostGapSeconds ?? MOST_SECONDS);
  expect(times.seconds).toBeLessThan(MOST_SECONDS);
}

interface Times {
  /** The longest time without a change that could have come through. */
  readonly gap: number;
  /** From the end of the fault until all fronts showed what gateways had. */
  readonly seconds: number;
}

const isTooLong = ({ mostGapSeconds = MOST_SECONDS }: Fault, { gap, seconds }: Times): boolean =>
  gap >= mostGapSeconds || seconds >= MOST_SECONDS;

async function timesOf(fault: Fault, site?: Site): Promise<Times> {
  const { name, holdMillis, isGatewayAway = false, stopsAll = false, strike } = fault;
  const lab = await startLab(site);
  expect((await untilSame(lab)).left).toEqual([]);
  const [lamps, beacons] = [await CommandedLamps.of(lab), await Beacons.of(lab)];
  const far = lab.gateways.at(-1);
  if (isGatewayAway && far) beacons.except(far);
  lamps.start();
  beacons.start();
  await pause(BEFORE_MILLIS);

  const struckAt = performance.now();
  const heal = await strike(lab);
  const rearranged = rearrange(lab);
  if (holdMillis > 0) {
    await rearranged;
    await letIn(lab);
    await pause(Math.max(0, holdMillis - (performance.now() - struckAt)));
  }
  await heal();
  const healedAt = performance.now();
  await Promise.all([rearranged, pause(AFTER_MILLIS)]);
  await lamps.stop();
  const gap = (await beacons.stop()) - (stopsAll ? (healedAt - struckAt) / 1_000 : 0);

  const { atMillis, left } = await untilSame(lab);
  const row = { name, gap, ...(await lamps.figures()), seconds: (atMillis - healedAt) / 1_000, left: left.length };
  rows.push(row);
  console.log(figuresTable([row]));
  expect(left).toEqual([]);
  beacons.check();
  expect(row).toMatchObject({ lost: 0 });
  await lab.stop();
  return row;
}
