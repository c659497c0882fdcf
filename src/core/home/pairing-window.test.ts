import fc from "fast-check";
import { expect, test } from "vitest";
import { pressed, remainingMillis, SHUT } from "./pairing-window.ts";

const anyTime = fc.double({ min: 0, max: 1e12, noNaN: true });

test("spec §3: the window is shut before any press", () => {
  fc.assert(fc.property(anyTime, (now) => void expect(remainingMillis(SHUT, now)).toBe(0)));
});

test("spec §3: a press opens the window for 10000 ms", () => {
  fc.assert(fc.property(anyTime, (now) => void expect(remainingMillis(pressed(now), now)).toBe(10_000)));
});

test("spec §3: the countdown never rises, stays within 0 to 10000, and is whole", () => {
  fc.assert(
    fc.property(anyTime, fc.array(fc.double({ min: 0, max: 4_000, noNaN: true })), (start, steps) => {
      const window = pressed(start);
      let now = start;
      let last = 10_000;
      for (const step of steps) {
        now += step;
        const left = remainingMillis(window, now);
        expect(Number.isInteger(left) && left >= 0 && left <= last).toBe(true);
        last = left;
      }
    }),
  );
});

test("spec §3: the window is open just before 10 s and shut exactly then", () => {
  expect(remainingMillis(pressed(500), 10_499.9)).toBe(1);
  expect(remainingMillis(pressed(500), 10_500)).toBe(0);
  expect(remainingMillis(pressed(500), 1e9)).toBe(0);
});

test("G26: a press while the window is open starts it again at 10000 ms", () => {
  const again = pressed(500 + 7_000);
  expect(remainingMillis(again, 7_500)).toBe(10_000);
  expect(remainingMillis(again, 10_500)).toBe(7_000);
});
