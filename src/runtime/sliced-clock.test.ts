import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../test/support/depth.ts";
import { ManualClock } from "../../test/support/gateway/manual-clock.ts";
import { SlicedClock } from "./sliced-clock.ts";

test("ten thousand timers for the same moment run over many turns of the event loop, in their order", async () => {
  let nowMillis = 0;
  const fired: (() => void)[] = [];
  const clock = new SlicedClock({
    now: () => nowMillis,
    after: (_millis, action) => {
      fired.push(action);
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
  expect(fired).toHaveLength(1);
  nowMillis = 10;
  fired[0]?.();
  expect(order).toHaveLength(4);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  expect(order).toHaveLength(16);
  for (let turn = 0; turn < 300; turn += 1) await nextTurn();
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
