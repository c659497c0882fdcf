import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../test/support/depth.ts";
import { type Timer, TimerHeap } from "./timer-heap.ts";

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("add" as const), atMillis: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), index: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("take" as const), nowMillis: fc.nat(20) }) },
);

test("whatever is set, cancelled and taken: timers come in the order of their time, then in that of their setting", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const heap = new TimerHeap();
      const set: Timer[] = [];
      let expected: { readonly atMillis: number; readonly name: number }[] = [];
      const taken: number[] = [];
      const add = (atMillis: number) => {
        const name = set.length;
        set.push(heap.add(atMillis, () => taken.push(name)));
        expected.push({ atMillis, name });
        expected.sort((one, other) => one.atMillis - other.atMillis || one.name - other.name);
      };
      const cancel = (index: number) => {
        const timer = set[index];
        if (timer) heap.cancel(timer);
        expected = expected.filter(({ name }) => name !== index);
      };
      const take = (nowMillis: number) => {
        const due = expected[0] && expected[0].atMillis <= nowMillis ? expected.shift() : undefined;
        const before = taken.length;
        heap.takeDue(nowMillis)?.();
        expect(taken.slice(before)).toEqual(due ? [due.name] : []);
      };
      for (const each of steps) {
        if (each.do === "add") add(each.atMillis);
        else if (each.do === "cancel") cancel(each.index);
        else take(each.nowMillis);
        expect(heap.nextAtMillis).toBe(expected[0]?.atMillis ?? Number.POSITIVE_INFINITY);
      }
    }),
    { numRuns: times(1_000) },
  );
});

test("timers that are set and cancelled over and over are not kept until they would have been due", () => {
  const heap = new TimerHeap();
  const kept = heap.add(2_000_000, () => undefined);
  for (let time = 0; time < 100_000; time += 1) heap.cancel(heap.add(1_000_000 + time, () => undefined));
  expect(heap.size).toBeLessThan(2_500);
  expect(heap.nextAtMillis).toBe(kept.atMillis);
});
