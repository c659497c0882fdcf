import { expect, test } from "vitest";
import { ManualClock } from "../../test/support/gateway/manual-clock.ts";
import { within } from "./within.ts";

test("work that ends in time has its outcome, and work that does not is left alone", async () => {
  const clock = new ManualClock();
  expect(await within(clock, 10, Promise.resolve("done"))).toBe("done");
  await expect(within(clock, 10, Promise.reject(new Error("no")))).rejects.toThrow("no");
  const { promise, reject } = Promise.withResolvers<string>();
  const waited = within(clock, 10, promise);
  clock.advance(10);
  expect(await waited).toBeUndefined();
  reject(new Error("too late for anybody"));
});
