import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../../e2e/support/event-load-figures.ts";
import { type LargeHome, LIGHTS_PATH, lightIds, startHome } from "../support/homes.ts";
import type { Bench } from "../support/measurement.ts";
import { RawAsker } from "../support/raw-asker.ts";

export const LAMPS = 100;

const ONLINE = /Matter: \d+ lamps on UDP port \d+/;
const BETWEEN_READS_MILLIS = 5;
const CONNECTIONS = 4;
/** Of so many reads one is the whole list. */
const LIST_EVERY = 10;

/** A gateway with a hundred lamps, with or without the bridge. */
export interface MatterHome extends LargeHome {
  /** Milliseconds from just before the process was made until the bridge is online; never without a bridge. */
  readonly online: Promise<number>;
}

export async function startMatterHome(bench: Bench, name: string, args: readonly string[]): Promise<MatterHome> {
  const beganMillis = performance.now();
  const home = await startHome(bench, name, { lights: LAMPS, args, onBothCores: true });
  const online = new Promise<number>((resolve) => {
    let output = "";
    home.process.stdout?.on("data", (piece: Buffer) => {
      output += piece;
      if (ONLINE.test(output)) resolve(performance.now() - beganMillis);
    });
  });
  return { ...home, online };
}

/** The slowest hundredth of reads, in milliseconds: lights one after the other, and the list among them, until something is over. */
export async function slowReads(url: string, ended: Promise<unknown>): Promise<number> {
  const ids = await lightIds(url);
  const askers = Array.from({ length: CONNECTIONS }, () => new RawAsker(url));
  const reads: Promise<{ readonly millis: number }>[] = [];
  let isOver = false;
  const noted = ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const number = reads.length;
    const path = number % LIST_EVERY === 0 ? LIGHTS_PATH : `${LIGHTS_PATH}/${ids[number % ids.length]}`;
    const read = askers[number % CONNECTIONS]?.ask(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    if (read) reads.push(read);
    await pause(BETWEEN_READS_MILLIS);
  }
  await noted;
  const millis = (await Promise.all(reads)).map((read) => read.millis);
  for (const asker of askers) asker.end();
  return percentile(millis, 99);
}
