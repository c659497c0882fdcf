import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Silence } from "./idle-timer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How often silence was told, as time goes on. */
function eventIn(millis: number): { readonly silence: Silence; readonly told: () => number } {
  let told = 0;
  const silence = new Silence(() => {
    told += 1;
  });
  silence.allow(millis);
  return { silence, told: () => told };
}

test("silence from the beginning is told when its time is up, and not before", () => {
  const { told } = eventIn(1_000);
  vi.advanceTimersByTime(999);
  expect(told()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(told()).toBe(1);
});

test("whoever was heard has all of the time again, and at most a quarter more", () => {
  for (const heardAfter of [1, 249, 250, 600, 999]) {
    const { silence, told } = eventIn(1_000);
    vi.advanceTimersByTime(heardAfter);
    silence.break();
    vi.advanceTimersByTime(999);
    expect(told()).toBe(0);
    vi.advanceTimersByTime(251);
    expect(told()).toBe(1);
    silence.end();
  }
});

test("who is heard again and again is never silent", () => {
  const { silence, told } = eventIn(1_000);
  for (let times = 0; times < 50; times += 1) {
    vi.advanceTimersByTime(900);
    silence.break();
  }
  expect(told()).toBe(0);
});

test("another time counts from the moment on at which it is given", () => {
  const { silence, told } = eventIn(1_000);
  vi.advanceTimersByTime(900);
  silence.allow(5_000);
  vi.advanceTimersByTime(4_999);
  expect(told()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(told()).toBe(1);
});

test("nothing is told once nobody listens", () => {
  const { silence, told } = eventIn(1_000);
  silence.end();
  vi.advanceTimersByTime(10_000);
  expect(told()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
