import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BusyClock } from "../../../../test/support/gateway/busy-clock.ts";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import type { Steps } from "../../../shared/steps.ts";
import { SerialQueue } from "./serial-queue.ts";

/** A queue, and all that was done in it: what is done in one turn of the event loop stands in one list. */
function queueOn(clock: ManualClock) {
  const turns: string[][] = [];
  const outcomes: ("more" | undefined)[] = [];
  const faults: unknown[] = [];
  const queue = new SerialQueue({
    clock,
    batch: (act) => {
      turns.push([]);
      outcomes.push(act());
    },
    onFault: (fault) => faults.push(fault),
  });
  const log = (entry: string) => void turns.at(-1)?.push(entry);
  return { queue, turns, outcomes, faults, log };
}

function* steps(log: (entry: string) => void, name: string, count: number): Steps<void> {
  for (let step = 1; step <= count; step += 1) {
    log(`${name}${step}`);
    yield;
  }
}

describe("a queue", () => {
  test("does a job before it returns, as long as there is time in this turn", () => {
    const { queue, turns, outcomes, log } = queueOn(new ManualClock());
    queue.add(() => log("a"));
    queue.add(() => steps(log, "b", 1_000));
    expect(turns.map(({ length }) => length)).toEqual([1, 1_000]);
    expect(outcomes).toEqual([undefined, undefined]);
  });

  test("does a little of a long job in each turn, and reports `more` until the job is done", () => {
    const clock = new BusyClock();
    const { queue, turns, outcomes, log } = queueOn(clock);
    queue.add(() => steps(log, "a", 100));
    expect(turns.flat().length).toBeLessThan(10);
    clock.settle();
    expect(turns.flat()).toHaveLength(100);
    expect(turns.length).toBeGreaterThan(15);
    expect(new Set(outcomes.slice(0, -1))).toEqual(new Set(["more"]));
    expect(outcomes.at(-1)).toBeUndefined();
  });

  test("has others wait for their turn while the time of this one is used up, and then says of none that more is to come", () => {
    const clock = new BusyClock(3);
    const { queue, turns, outcomes, log } = queueOn(clock);
    for (let job = 1; job <= 20; job += 1) queue.add(() => log(`${job}`));
    expect(turns.flat().length).toBeLessThan(5);
    clock.settle();
    expect(turns.flat()).toEqual(Array.from({ length: 20 }, (_, at) => `${at + 1}`));
    expect(new Set(outcomes)).toEqual(new Set([undefined]));
  });

  test("does what follows from a job right after it", () => {
    const { queue, turns, log } = queueOn(new ManualClock());
    queue.add(() => {
      queue.add(() => log("later"));
      queue.addNext(() => log("next"));
      queue.addNext(() => log("then"));
      return steps(log, "step ", 2);
    });
    expect(turns.flat()).toEqual(["step 1", "step 2", "next", "then", "later"]);
  });

  test("rings alarms as jobs, and none that was called off while it waited", () => {
    const clock = new BusyClock();
    const { queue, turns, log } = queueOn(clock);
    queue.clock.after(100, () => log("alarm"));
    const cancel = queue.clock.after(100, () => log("cancelled"));
    queue.add(() => steps(log, "a", 20));
    clock.settle();
    queue.add(() => {
      cancel();
      return steps(log, "b", 5);
    });
    clock.advance(100);
    expect(turns.flat().slice(20)).toEqual(["b1", "b2", "b3", "b4", "b5", "alarm"]);
  });

  test("goes on after a fault, which costs the job only, and not even that when the job expects it", () => {
    const { queue, turns, faults, log } = queueOn(new ManualClock());
    function* failing(): Steps<void> {
      yield* steps(log, "a", 1);
      throw new Error("broken");
    }
    function* expecting(): Steps<void> {
      try {
        yield* failing();
      } catch (fault) {
        log(`caught ${fault instanceof Error ? fault.message : fault}`);
      }
      yield* steps(log, "b", 1);
    }
    queue.add(() => failing());
    queue.add(() => expecting());
    expect(turns.flat()).toEqual(["a1", "a1", "caught broken", "b1"]);
    expect(faults).toEqual([new Error("broken")]);
  });
});

interface Task {
  readonly steps: number;
  readonly parts: readonly Task[];
}

test("whatever is to be done, and however slow the machine, all of it is done in its order and nothing is mixed", () => {
  const anyTask = fc.letrec<{ task: Task }>((tie) => ({
    task: fc.record({
      steps: fc.nat(4),
      parts: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie("task"), { maxLength: 3 })),
    }),
  })).task;
  /** What a task notes, and all that its parts do after that. */
  const notesOf = (name: string, { steps: count, parts }: Task): readonly string[] => [
    ...Array.from({ length: count }, (_, at) => `${name}${at + 1}`),
    ...parts.flatMap((part, at) => notesOf(`${name}${at}.`, part)),
  ];
  function* workOf(name: string, { steps: count, parts }: Task, log: (entry: string) => void): Steps<void> {
    yield* steps(log, name, count);
    for (const [at, part] of parts.entries()) yield* workOf(`${name}${at}.`, part, log);
  }
  fc.assert(
    fc.property(fc.array(anyTask), fc.constantFrom(0.5, 1, 4, 10), fc.array(fc.nat(2)), (tasks, lookMillis, pauses) => {
      const clock = new BusyClock(lookMillis);
      const { queue, turns, log } = queueOn(clock);
      for (const [at, task] of tasks.entries()) {
        queue.add(() => workOf(`${at}:`, task, log));
        for (let left = pauses[at] ?? 0; left > 0; left -= 1) clock.turn();
      }
      clock.settle();
      expect(turns.flat()).toEqual(tasks.flatMap((task, at) => notesOf(`${at}:`, task)));
    }),
  );
});
