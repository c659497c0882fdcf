import { expect, test } from "vitest";
import type { Clock } from "../../shared/clock.ts";
import { DURATION_BOUNDS_SECONDS } from "../../shared/durations.ts";
import { EventLoopLag } from "./event-loop-lag.ts";

/** A clock whose timers ring when the test says so, be it too late. */
class LateClock implements Clock {
  nowMillis = 0;
  #ring: () => void = () => undefined;
  readonly now = () => this.nowMillis;

  after(_millis: number, action: () => void): () => void {
    this.#ring = action;
    return () => {
      this.#ring = () => undefined;
    };
  }

  ringAt(millis: number): void {
    this.nowMillis = millis;
    this.#ring();
  }
}

const countAbove = (lag: EventLoopLag, seconds: number): number =>
  lag.durations.counts.reduce(
    (sum, count, at) => sum + ((DURATION_BOUNDS_SECONDS[at - 1] ?? 0) >= seconds ? count : 0),
    0,
  );

test("a loop that is never busy keeps nobody waiting", () => {
  const clock = new LateClock();
  const lag = EventLoopLag.watch(clock);
  for (let millis = 100; millis <= 1_000; millis += 100) clock.ringAt(millis);
  expect(lag.durations.sumMillis).toBe(0);
  expect(countAbove(lag, 0.001)).toBe(0);
});

test("a stall counts for all who would have asked meanwhile, not as one look", () => {
  const clock = new LateClock();
  const lag = EventLoopLag.watch(clock);
  clock.ringAt(1_100);
  expect(lag.durations.counts.reduce((sum, count) => sum + count, 0)).toBe(11);
  expect(countAbove(lag, 0.5)).toBe(5);
  lag.stop();
  clock.ringAt(9_999);
  expect(lag.durations.counts.reduce((sum, count) => sum + count, 0)).toBe(11);
});
