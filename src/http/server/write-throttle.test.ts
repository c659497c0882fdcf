import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { WriteThrottle } from "./paced-queue.ts";

const connections = Array.from({ length: 3 }, () => ({}));

async function handled(requests: readonly { readonly on: number; readonly isWrite: boolean }[]) {
  const throttle = new WriteThrottle();
  const order: number[] = [];
  for (const [number, { on, isWrite }] of requests.entries()) {
    throttle.run({ connection: connections[on] ?? {}, isWrite }, () => order.push(number));
  }
  const atOnce = order.length;
  while (order.length < requests.length) await turn();
  return { order, atOnce };
}

test("a few writes are run at once", async () => {
  const { atOnce } = await handled(Array.from({ length: 4 }, () => ({ on: 0, isWrite: true })));
  expect(atOnce).toBe(4);
});

test("in a rush of writes, reads on other connections go ahead, and those behind a write do not", async () => {
  const writes = Array.from({ length: 20 }, () => ({ on: 0, isWrite: true }));
  const { order } = await handled([...writes, { on: 1, isWrite: false }, { on: 0, isWrite: false }]);
  expect(order.indexOf(20)).toBe(4);
  expect(order.at(-1)).toBe(21);
});

test("whatever comes, everything is run once, and on each connection in order", async () => {
  const requests = fc.array(fc.record({ on: fc.nat(2), isWrite: fc.boolean() }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(requests, async (all) => {
      const { order } = await handled(all);
      for (const on of [0, 1, 2]) {
        const mine = order.filter((number) => all[number]?.on === on);
        expect(mine).toEqual(all.flatMap((one, number) => (one.on === on ? [number] : [])));
      }
    }),
  );
});
