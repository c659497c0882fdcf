import { afterEach, expect, test, vi } from "vitest";
import type { Gateway } from "../src/core/gateway/gateway.ts";
import { SYSTEM_CLOCK } from "../src/shared/system-clock.ts";
import { times } from "./support/depth.ts";
import { aKey } from "./support/home/builders.ts";
import { emptyGateway } from "./support/home/empty-gateway.ts";
import { Seeded } from "./support/home/seeded.ts";

const chance = new Seeded(4);
const CENTURY_MILLIS = 100 * 365 * 24 * 3_600_000;

/** Somebody, or a time server, sets the machine's date. */
const stepTheWallClock = (): void => void vi.setSystemTime(chance.below(CENTURY_MILLIS));

afterEach(() => void vi.useRealTimers());

/** Lets time pass on the machine's clock, and its date jump. */
function pass(millis: number): void {
  vi.advanceTimersByTime(millis);
  stepTheWallClock();
}

/** How long after the press the window was seen open for the last time. */
function measured(gateway: Gateway): number {
  let elapsedMillis = 0;
  let openMillis = -1;
  while (gateway.pairingMillisLeft() > 0) {
    openMillis = elapsedMillis;
    const isNearTheEnd = elapsedMillis >= 9_900;
    const stepMillis = isNearTheEnd ? 1 + chance.below(10) : Math.min(1 + chance.below(4_000), 9_900 - elapsedMillis);
    pass(stepMillis);
    elapsedMillis += stepMillis;
  }
  return openMillis;
}

const PRESSES = times(10_000);

test(`each of ${PRESSES} presses opens the window for 9.95 to 10.00 s, however often the wall clock is set meanwhile`, async () => {
  vi.useFakeTimers({ toFake: ["performance", "Date", "setTimeout", "clearTimeout"] });
  const gateway = emptyGateway(SYSTEM_CLOCK);
  const windows = { shortest: Number.POSITIVE_INFINITY, longest: 0 };
  for (let presses = 0; presses < PRESSES; presses += 1) {
    gateway.pressButton();
    for (let more = chance.below(3); more > 0; more -= 1) {
      pass(chance.below(10_000));
      expect(gateway.pairingMillisLeft()).toBeGreaterThan(0);
      gateway.pressButton();
    }
    expect(gateway.pairingMillisLeft()).toBe(10_000);
    const openMillis = measured(gateway);
    expect(await gateway.pair(aKey(), "10.0.0.7")).toBe("shut");
    windows.shortest = Math.min(windows.shortest, openMillis);
    windows.longest = Math.max(windows.longest, openMillis);
    pass(chance.below(20_000));
  }
  expect(windows.shortest).toBeGreaterThanOrEqual(9_950);
  expect(windows.longest).toBeLessThan(10_000);
});

/** Watches a real window from a press to its end; whatever holds the test up, what it has seen must fit. */
async function watchedWindow(): Promise<{ readonly openBelowMillis: number; readonly shutAboveMillis: number }> {
  const gateway = emptyGateway(SYSTEM_CLOCK);
  const beforePress = performance.now();
  gateway.pressButton();
  const afterPress = performance.now();
  let openBelowMillis = 0;
  for (;;) {
    const beforeLook = performance.now();
    const isOpen = gateway.pairingMillisLeft() > 0;
    if (!isOpen) return { openBelowMillis, shutAboveMillis: performance.now() - beforePress };
    openBelowMillis = beforeLook - afterPress;
    stepTheWallClock();
    await new Promise((resolve) => setTimeout(resolve, chance.below(4)));
  }
}

test("real windows are that long as well, on the machine's own clock", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const windows = await Promise.all(Array.from({ length: 20 }, watchedWindow));
  for (const { openBelowMillis, shutAboveMillis } of windows) {
    expect(openBelowMillis).toBeLessThan(10_000);
    expect(shutAboveMillis).toBeGreaterThanOrEqual(9_950);
  }
});
