import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IdleTimer } from "./idle-timer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A timer, and how often it called back. */
function timerOf(millis: number): { readonly timer: IdleTimer; readonly calls: () => number } {
  let calls = 0;
  const timer = new IdleTimer(() => {
    calls += 1;
  });
  timer.start(millis);
  return { timer, calls: () => calls };
}

test("activity gives the whole timeout again", () => {
  const { timer, calls } = timerOf(1_000);
  for (let times = 0; times < 50; times += 1) {
    vi.advanceTimersByTime(999);
    timer.touch();
  }
  expect(calls()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(calls()).toBe(1);
});

test("activity after the call starts the timeout again", () => {
  const { timer, calls } = timerOf(1_000);
  vi.advanceTimersByTime(5_000);
  timer.touch();
  vi.advanceTimersByTime(1_000);
  expect(calls()).toBe(2);
});

test("a timer that was stopped does not call back, whatever happens", () => {
  const { timer, calls } = timerOf(1_000);
  timer.stop();
  timer.touch();
  vi.advanceTimersByTime(10_000);
  expect(calls()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
