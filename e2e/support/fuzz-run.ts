import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "vitest";
import { times } from "../../test/support/depth.ts";
import type { Program } from "./program.ts";

/** `npm run test:fuzz` has all of them, or the share that it is given; the deep tests a tenth. */
const { LUXGATE_FUZZ_SHARE, LUXGATE_FUZZ_SEED = String(Date.now() % 1e9) } = process.env;
const DEEP_SHARE = 0.1;

export const FUZZ_SEED = Number(LUXGATE_FUZZ_SEED);
export const shareOf = (count: number): number =>
  LUXGATE_FUZZ_SHARE === undefined ? times(count * DEEP_SHARE) : Math.ceil(count * Number(LUXGATE_FUZZ_SHARE));

/** How long a run of so many may take on a machine that is slow and shared. */
export const patienceFor = (count: number): number => 240_000 + count * 10;

/**
 * Programs grow for a while until they have settled: a run whose warm-up is short shows no more than that nothing runs
 * away. After a long one, the journal of events alone may still grow by 10 MB, until it has its 20,000 events.
 */
const WARM_COUNT = 50_000;
const mostBytesMore = (warmUp: number): number => (warmUp >= WARM_COUNT ? 20 : 48) * 1024 * 1024;

/** After a rush the gateway looks every 5 seconds whether there is garbage. */
const REST_MILLIS = 7_000;
const MOST_REST_MILLIS = 30_000;
const LOOK_MILLIS = 500;

interface Resources {
  readonly files: number;
  readonly bytes: number;
}

/** What a process has in use once it has come to rest, which is waited for until it is little enough. */
async function resourcesAtRest(
  { process: { pid } }: Program,
  isLittle: (so: Resources) => boolean,
): Promise<Resources> {
  const least = { files: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
  for (let millis = 0; millis < (isLittle(least) ? REST_MILLIS : MOST_REST_MILLIS); millis += LOOK_MILLIS) {
    await passed(LOOK_MILLIS);
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    least.bytes = Math.min(least.bytes, kilobytes * 1024);
    least.files = Math.min(least.files, readdirSync(`/proc/${pid}/fd`).length);
  }
  return least;
}

/** Does something so many times: a tenth of it to warm up, after which nothing may grow any more. */
export async function fuzzed(
  program: Program,
  {
    what,
    count,
    fuzz,
  }: { readonly what: string; readonly count: number; readonly fuzz: (count: number) => Promise<void> },
): Promise<void> {
  console.log(`${count} ${what}, with the seed ${FUZZ_SEED}.`);
  const begun = performance.now();
  const warmUp = Math.ceil(count / 10);
  await fuzz(warmUp);
  const base = await resourcesAtRest(program, () => true);
  const most = { files: base.files, bytes: base.bytes + mostBytesMore(warmUp) };
  await fuzz(count - warmUp);
  const end = await resourcesAtRest(program, ({ files, bytes }) => files <= most.files && bytes <= most.bytes);
  const megabytes = ({ bytes }: Resources) => (bytes / 1024 / 1024).toFixed(1);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`${what}: ${seconds} s, ${megabytes(base)} → ${megabytes(end)} MB, ${base.files} → ${end.files} files.`);
  expect(program.process.exitCode).toBeNull();
  expect(program.output + program.errors).not.toMatch(/Fault/);
  expect(end.files).toBeLessThanOrEqual(most.files);
  expect(end.bytes).toBeLessThanOrEqual(most.bytes);
}
