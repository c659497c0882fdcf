import { expect, onTestFinished, test, vi } from "vitest";
import type { Light } from "../src/core/home/model/light.ts";
import { HomeEntries } from "../src/edges/fleet/member/home-entries.ts";
import { PublishedMemory } from "../src/edges/fleet/member/published-memory.ts";
import { Publisher } from "../src/edges/fleet/member/publisher.ts";
import type { Put, PutOutcome } from "../src/edges/fleet/member/put.ts";
import type { Clock } from "../src/shared/clock.ts";
import { StepQueue } from "../src/shared/step-queue.ts";
import type { Steps } from "../src/shared/steps.ts";
import { SYSTEM_CLOCK } from "../src/shared/system-clock.ts";
import { floorHome } from "./support/fleet/floor-home.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";
import { temporaryFolder } from "./support/gateway/operated-gateway.ts";
import { gatewayOf } from "./support/home/empty-gateway.ts";

const HOME = floorHome(1);
const [LIGHT] = HOME.lights as readonly [Light];

/** A queue behind which the test does something before its user goes on. */
class WatchedQueue extends StepQueue {
  afterwards: () => Promise<void> = async () => undefined;

  override async run<Result>(task: TaskOf<Result>): Promise<Result | "busy"> {
    const result = await super.run(task);
    await this.afterwards();
    return result;
  }
}

interface TaskOf<Result> {
  readonly owner: string;
  readonly isUrgent: boolean;
  readonly steps: Steps<Result>;
}

/** On a machine that others use as well. */
const LONG = { timeout: 60_000 };

/** A publisher whose puts the test answers. */
async function publishing(queue: StepQueue, clock: Clock = SYSTEM_CLOCK) {
  const gateway = gatewayOf(HOME, clock);
  const memory = await PublishedMemory.open({ folder: temporaryFolder(), gatewayId: "g1", bootId: "1", clock, queue });
  const puts: { readonly put: Put; readonly answer: () => void }[] = [];
  const put = (each: Put): Promise<PutOutcome> =>
    new Promise((resolve) => {
      const revision = puts.length + 1;
      puts.push({ put: each, answer: () => resolve({ kind: "stored", revision, isDuplicate: false }) });
    });
  const publisher = new Publisher({
    entries: new HomeEntries(gateway),
    memory,
    put,
    clock,
    random: Math.random,
    queue,
    onRolledBack: () => undefined,
    onFault: (fault) => {
      throw fault;
    },
  });
  gateway.watch(({ replacements }) => {
    for (const replacement of replacements) publisher.mark(replacement);
  });
  onTestFinished(async () => {
    publisher.stop();
    await memory.close();
  });
  publisher.open();
  const change = (brightnessPercent: number, { id: lightId } = LIGHT) =>
    void gateway.submit({ kind: "lightChanged", lightId, state: { brightnessPercent } });
  const published = () => puts.map((each) => JSON.parse(each.put.value ?? "{}").resource.brightnessPercent);
  return { publisher, puts, change, published };
}

const newQueue = () => new StepQueue(SYSTEM_CLOCK.now, { sliceMillis: 1, restMillis: 0 });

test("what changed while it was on its way is published, though the answer comes while the next batch is looked for", async () => {
  const queue = new WatchedQueue(SYSTEM_CLOCK.now, { sliceMillis: 1, restMillis: 0 });
  const { publisher, puts, change, published } = await publishing(queue);
  change(11);
  await vi.waitFor(() => expect(published()).toEqual([11]), LONG);
  let isAnswered = false;
  queue.afterwards = async () => {
    if (isAnswered) return;
    isAnswered = true;
    puts[0]?.answer();
    await new Promise(setImmediate);
  };
  change(12);
  await vi.waitFor(() => expect(published()).toEqual([11, 12]), LONG);
  puts[1]?.answer();
  await publisher.settled();
});

test("a change at rest is published at once; those that follow it are gathered, and what changes often is put once", async () => {
  const clock = new ManualClock();
  const { puts, change, published } = await publishing(newQueue(), clock);
  change(11);
  await vi.waitFor(() => expect(published()).toEqual([11]), LONG);
  puts[0]?.answer();
  for (const brightness of [12, 13, 14]) change(brightness);
  clock.advance(24);
  await new Promise(setImmediate);
  expect(published()).toEqual([11]);
  clock.advance(1);
  await vi.waitFor(() => expect(published()).toEqual([11, 14]), LONG);
});

test("the more is put, the longer changes are gathered; whoever waits for a change does not wait for that", async () => {
  const clock = new ManualClock();
  const { publisher, puts, change, published } = await publishing(newQueue(), clock);
  await publisher.markAll();
  await vi.waitFor(() => {
    for (const { answer } of puts) answer();
    expect(publisher.pending).toBe(0);
  }, LONG);
  const all = puts.length;
  change(11);
  // Two milliseconds for each put.
  clock.advance(2 * all - 1);
  await new Promise(setImmediate);
  expect(puts).toHaveLength(all);
  const reached = publisher.upToNow();
  await vi.waitFor(() => expect(published().slice(all)).toEqual([11]), LONG);
  puts.at(-1)?.answer();
  expect(await reached).toBe(all + 1);
});
