import { expect, test } from "vitest";
import { holderOf, streamShares } from "./stream-shares.ts";

test("an address has its share of streams, and one more when one ends; this machine has its own", () => {
  const shares = streamShares({ streamsPerAddress: 2, streamsOfThisMachine: 3 });
  const phone = holderOf("10.0.0.1", "10.0.0.1");
  const desk = holderOf("127.0.0.1", "::ffff:127.0.0.1");
  expect([shares.enter(phone), shares.enter(phone), shares.enter(phone)]).toEqual([true, true, false]);
  expect([1, 2, 3, 4].map(() => shares.enter(desk))).toEqual([true, true, true, false]);
  expect(shares.enter(holderOf("127.0.0.9", "127.0.0.9"))).toBe(false);
  shares.leave(phone);
  shares.leave(desk);
  expect([shares.enter(phone), shares.enter(phone), shares.enter(desk), shares.enter(desk)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test("clients that a proxy names are counted one by one, even those of this machine", () => {
  const shares = streamShares({ streamsPerAddress: 1, streamsOfThisMachine: 436 });
  const first = holderOf("127.0.0.9", "127.0.0.1");
  expect([shares.enter(first), shares.enter(first), shares.enter(holderOf("127.0.0.8", "127.0.0.1"))]).toEqual([
    true,
    false,
    true,
  ]);
});
