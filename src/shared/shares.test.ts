import { expect, test } from "vitest";
import { connectionShares } from "./shares.ts";

test("an address gets as many connections as the limit allows, and one more when one is closed", () => {
  const count = connectionShares(2);
  expect([count.enter("10.0.0.1"), count.enter("10.0.0.1"), count.enter("10.0.0.1")]).toEqual([true, true, false]);
  expect(count.enter("10.0.0.2")).toBe(true);
  count.leave("10.0.0.1");
  expect([count.enter("10.0.0.1"), count.enter("10.0.0.1")]).toEqual([true, false]);
});

test("this machine's own connections are not counted", () => {
  const count = connectionShares(1);
  for (const address of ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"]) {
    expect([count.enter(address), count.enter(address)]).toEqual([true, true]);
    count.leave(address);
  }
});
