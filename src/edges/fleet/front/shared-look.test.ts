import { expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import { settled } from "../../../../test/support/store/stored-gateway.ts";
import { SharedLook } from "./shared-look.ts";

test("many who ask share a look that begins after they asked, and looks are 100 ms apart", async () => {
  const clock = new ManualClock();
  const finish: (() => void)[] = [];
  const look = new SharedLook(() => new Promise<number>((resolve) => finish.push(() => resolve(finish.length))), clock);
  const first = [look.take(), look.take()];
  await settled();
  expect(finish).toHaveLength(1);
  const second = [look.take(), look.take()];
  finish[0]?.();
  expect(await Promise.all(first)).toEqual([1, 1]);
  await settled();
  clock.advance(99);
  await settled();
  expect(finish).toHaveLength(1);
  clock.advance(1);
  await settled();
  expect(finish).toHaveLength(2);
  finish[1]?.();
  expect(await Promise.all(second)).toEqual([2, 2]);
});
