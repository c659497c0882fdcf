import { expect, test } from "vitest";
import { watchdogMillis } from "./service-manager.ts";

test.each([
  ["30000000", undefined, 30_000],
  ["30000000", "4711", 30_000],
  ["30000000", "4712", undefined],
  ["0", undefined, undefined],
  ["soon", undefined, undefined],
  [undefined, undefined, undefined],
])(
  "a watchdog of %j microseconds for process %j waits %j ms for process 4711",
  (WATCHDOG_USEC, WATCHDOG_PID, millis) => {
    expect(watchdogMillis({ WATCHDOG_USEC, WATCHDOG_PID }, 4711)).toBe(millis);
  },
);
