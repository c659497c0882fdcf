import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../test/support/depth.ts";
import { ManualClock } from "../../test/support/gateway/manual-clock.ts";
import { SlicedClock } from "./sliced-clock.ts";

test("a thousand timers for the same moment run a few at a time, in their order, and others are served between", () => {
  let nowMillis = 0;
  const fires: { readonly millis: number; readonly fire: () => void }[] = [];
  const clock = new SlicedClock({
    now: () => nowMillis,
    after: (millis, fire) => {
      fires.push({ millis, fire });
      return () => undefined;
    },
  });
  const order: number[] = [];
  for (let number = 0; number < 1_000; number += 1) {
    clock.after(10, () => {
      nowMillis += 0.25;
      order.push(number);
    });
  }
  const counts: number[] = [];
  const rests: number[] = [];
  for (let next = fires.shift(); next; next = fires.shift()) {
    nowMillis += next.millis;
    const before = order.length;
    next.fire();
    counts.push(order.length - before);
    rests.push(next.millis);
  }
  expect(new Set(counts)).toEqual(new Set([4]));
  expect(new Set(rests.slice(1))).toEqual(new Set([3]));
  expect(order).toEqual(Array.from({ length: 1_000 }, (_, number) => number));
});

test("whatever is set, cancelled and passes: timers are as those of the clock behind", () => {
  const step = fc.record({ delay: fc.nat(50), cancels: fc.option(fc.nat(20)), passes: fc.nat(30), adds: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const [plain, behind] = [new ManualClock(), new ManualClock()];
      const stories = [plain, new SlicedClock(behind)].map((clock) => {
        const story: string[] = [];
        const cancels: (() => void)[] = [];
        return { clock, story, cancels };
      });
      for (const [at, { delay, cancels, passes, adds }] of steps.entries()) {
        for (const { clock, story, cancels: cancel } of stories) {
          cancel.push(
            clock.after(delay, () => {
              story.push(`${at} at ${clock.now()}`);
              if (adds) clock.after(delay, () => story.push(`${at} again at ${clock.now()}`));
            }),
          );
          if (cancels !== null) cancel[cancels]?.();
        }
        plain.advance(passes);
        behind.advance(passes);
      }
      plain.advance(200);
      behind.advance(200);
      expect(stories[1]?.story).toEqual(stories[0]?.story);
    }),
    { numRuns: times(300) },
  );
});

test("a timer that fails costs no other its time", () => {
  const behind = new ManualClock();
  const clock = new SlicedClock(behind);
  const ran: string[] = [];
  clock.after(5, () => {
    throw new Error("no");
  });
  clock.after(6, () => ran.push("later"));
  expect(() => behind.advance(5)).toThrow("no");
  behind.advance(5);
  expect(ran).toEqual(["later"]);
});
