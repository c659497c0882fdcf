import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ManualClock } from "../../test/support/gateway/manual-clock.ts";
import { type QueuedSteps, type QueueLimits, StepQueue } from "./step-queue.ts";
import type { Steps } from "./steps.ts";

const LIMITS = { sliceMillis: 2, waitMillis: 100, pendingPerOwner: 2, pending: 3 };

/** A queue with work of so many steps, each of which takes a millisecond. */
class Workshop {
  readonly clock = new ManualClock();
  readonly done: string[] = [];
  readonly queue: StepQueue;

  constructor(limits: Partial<QueueLimits> = {}) {
    this.queue = new StepQueue(this.clock.now, { ...LIMITS, ...limits });
  }

  run(name: string, steps: number, { owner = "somebody", isUrgent = false } = {}) {
    return this.queue.run({ owner, isUrgent, steps: this.#steps(name, steps) });
  }

  *#steps(name: string, count: number): Steps<string> {
    try {
      for (let step = 1; step <= count; step += 1) {
        this.clock.advance(1);
        this.done.push(`${name}${step}`);
        if (step < count) yield;
      }
      return name;
    } finally {
      this.done.push(`${name} left`);
    }
  }
}

test("what fits into a slice is done at once", () => {
  expect(new Workshop().run("a", 2)).toBe("a");
});

test("what does not is done a slice in each turn of the event loop", async () => {
  const work = new Workshop();
  const result = work.run("a", 5);
  expect(work.done).toEqual(["a1", "a2"]);
  await turn();
  expect(work.done).toEqual(["a1", "a2", "a3", "a4"]);
  expect(await result).toBe("a");
});

test("a turn that gives way is one step long, and the one behind it a whole slice again", async () => {
  const work = new Workshop();
  void work.run("a", 9);
  work.queue.giveWay();
  await turn();
  expect(work.done).toEqual(["a1", "a2", "a3"]);
  await turn();
  expect(work.done).toEqual(["a1", "a2", "a3", "a4", "a5"]);
});

test.each([
  { what: "rests where others were served since the last slice", servedMillis: 1, steps: 2 },
  { what: "does not rest where nobody was served", servedMillis: 0, steps: 4 },
  { what: "does not rest where others were served for long enough", servedMillis: 3, steps: 4 },
])("a queue with rests $what", async ({ servedMillis, steps }) => {
  const work = new Workshop({ restMillis: 3 });
  const result = work.run("a", 5);
  work.clock.advance(servedMillis);
  await turn();
  expect(work.done).toHaveLength(steps);
  expect(await result).toBe("a");
});

test("without limits any number of tasks may wait, for any time", async () => {
  const clock = new ManualClock();
  const queue = new StepQueue(clock.now, { sliceMillis: 0 });
  const steps = function* (): Steps<string> {
    yield;
    return "done";
  };
  const waiting = Array.from({ length: 100 }, () => queue.run({ owner: "", isUrgent: true, steps: steps() }));
  clock.advance(1e9);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["done"]));
});

test("all work of one turn shares one slice, but what is urgent begins at once", () => {
  const work = new Workshop();
  void work.run("a", 9);
  void work.run("b", 1);
  expect(work.done).toEqual(["a1", "a2"]);
  expect(work.run("c", 1, { isUrgent: true })).toBe("c");
});

test("owners take turns, whoever has more waiting", async () => {
  const work = new Workshop({ pendingPerOwner: 9, pending: 9 });
  const results = ["a", "b", "c"].map((name) => work.run(name, 3, { owner: "greedy" }));
  results.push(work.run("d", 3, { owner: "modest" }));
  await Promise.all(results);
  expect(work.done.filter((one) => one.endsWith("3"))).toEqual(["a3", "d3", "b3", "c3"]);
});

test("work is not begun before the work ahead of it is done", async () => {
  const work = new Workshop({ pendingPerOwner: 9, pending: 9 });
  await Promise.all([work.run("a", 7), work.run("b", 3, { owner: "other" })]);
  expect(work.done.indexOf("b1")).toBeGreaterThan(work.done.indexOf("a7"));
});

test("more than an owner's share, or everybody's, is refused, and what was begun of it is left", async () => {
  const work = new Workshop();
  const waiting = [work.run("a", 3), work.run("b", 3)];
  expect(work.run("c", 9, { isUrgent: true })).toBe("busy");
  expect(work.done).toContain("c left");
  waiting.push(work.run("d", 3, { owner: "other" }));
  expect(work.run("e", 3, { owner: "third" })).toBe("busy");
  expect(await Promise.all(waiting)).toEqual(["a", "b", "d"]);
});

test("what waits for too long is refused", async () => {
  const work = new Workshop();
  const [first, second] = [work.run("a", 3), work.run("b", 3)];
  work.clock.advance(101);
  expect([await first, await second]).toEqual(["busy", "busy"]);
  expect(await Promise.all([work.run("c", 3), work.run("d", 3)])).toEqual(["c", "d"]);
});

test("work that fails fails alone", async () => {
  const work = new Workshop();
  // biome-ignore lint/correctness/useYield: it fails before it comes to that
  const failing = function* (): Steps<string> {
    throw new Error("broken");
  };
  expect(() => work.queue.run({ owner: "a", isUrgent: true, steps: failing() })).toThrow("broken");
  void work.run("a", 2);
  const later = work.queue.run({ owner: "a", isUrgent: false, steps: failing() });
  await expect(later).rejects.toThrow("broken");
  expect(await work.run("b", 5)).toBe("b");
});

test.each(["kept", "broken"])(
  "a step that lasts until a promise is %s holds what comes behind it, and no first slice",
  async (how) => {
    const work = new Workshop();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const lasting = work.queue.run({ owner: "somebody", isUrgent: false, steps: lastingUntil(promise) });
    await turn();
    const behind = work.run("b", 4, { owner: "another", isUrgent: true });
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(work.done).toEqual(["b1", "b2"]);
    if (how === "kept") resolve();
    else reject(new Error("broken"));
    expect(await Promise.all([lasting, behind])).toEqual(["lasted", "b"]);
  },
);

function* lastingUntil(promise: Promise<unknown>): QueuedSteps<string> {
  yield promise;
  return "lasted";
}
