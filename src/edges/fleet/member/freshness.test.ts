import { expect, test } from "vitest";
import { Freshness } from "./freshness.ts";

/** A process whose clocks go on while it does nothing. */
function pausedProcess() {
  let millis = 0;
  let wallMillis = 0;
  const alarms = new Set<() => void>();
  const pings: (() => void)[] = [];
  const freshness = new Freshness({
    clock: {
      now: () => millis,
      after: (_millis, action) => {
        alarms.add(action);
        return () => alarms.delete(action);
      },
    },
    today: () => new Date(wallMillis),
  });
  freshness.begin({ flush: () => new Promise((resolve) => pings.push(resolve)) });
  return {
    freshness,
    pass: (gap: number, wallGap = gap) => {
      millis += gap;
      wallMillis += wallGap;
    },
    ring: () => {
      for (const action of [...alarms]) {
        alarms.delete(action);
        action();
      }
    },
    pings,
    answer: async (nth: number) => {
      pings[nth]?.();
      await Promise.resolve();
    },
  };
}

for (const [what, gap, wallGap] of [
  ["was stopped", 20_000, 20_000],
  ["was suspended with its machine", 0, 20_000],
] as const) {
  for (const order of ["its socket", "its timers"]) {
    test(`a process that ${what} drops what it reads until a ping is answered, if it looks at ${order} first`, async () => {
      const { freshness, pass, ring, pings, answer } = pausedProcess();
      await answer(0);
      expect(freshness.isLate).toBe(false);
      pass(gap, wallGap);
      if (order === "its timers") ring();
      expect(freshness.isLate).toBe(true);
      expect(freshness.isLate).toBe(true);
      await answer(pings.length - 1);
      expect(freshness.isLate).toBe(false);
    });
  }
}

test("the answer to a ping from before the standstill proves nothing", async () => {
  const { freshness, pass, answer, pings } = pausedProcess();
  pass(5_000);
  expect(freshness.isLate).toBe(true);
  await answer(0);
  expect(freshness.isLate).toBe(true);
  await answer(pings.length - 1);
  expect(freshness.isLate).toBe(false);
});

test("a busy moment is no standstill", async () => {
  const { freshness, pass, ring, answer } = pausedProcess();
  await answer(0);
  for (let turn = 0; turn < 5; turn += 1) {
    pass(900);
    expect(freshness.isLate).toBe(false);
    ring();
    await answer(turn + 1);
  }
});
