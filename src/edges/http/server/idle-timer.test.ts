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

test("idleness from the beginning is reported when the timeout is up, and not before", () => {
  const { calls } = timerOf(1_000);
  vi.advanceTimersByTime(999);
  expect(calls()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(calls()).toBe(1);
});

test("activity gives the whole timeout again, and at most a quarter more", () => {
  for (const touchedAfter of [1, 249, 250, 600, 999]) {
    const { timer, calls } = timerOf(1_000);
    vi.advanceTimersByTime(touchedAfter);
    timer.touch();
    vi.advanceTimersByTime(999);
    expect(calls()).toBe(0);
    vi.advanceTimersByTime(251);
    expect(calls()).toBe(1);
    timer.stop();
  }
});

test("with activity again and again it never calls back", () => {
  const { timer, calls } = timerOf(1_000);
  for (let times = 0; times < 50; times += 1) {
    vi.advanceTimersByTime(900);
    timer.touch();
  }
  expect(calls()).toBe(0);
});

test("another timeout counts from the moment on at which it is given", () => {
  const { timer, calls } = timerOf(1_000);
  vi.advanceTimersByTime(900);
  timer.start(5_000);
  vi.advanceTimersByTime(4_999);
  expect(calls()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(calls()).toBe(1);
});

test("a timer that was stopped does not call back", () => {
  const { timer, calls } = timerOf(1_000);
  timer.stop();
  vi.advanceTimersByTime(10_000);
  expect(calls()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
