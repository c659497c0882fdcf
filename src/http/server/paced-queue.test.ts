import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { PacedQueue } from "./paced-queue.ts";

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);

test("as much as a slice is done at once, and the rest a slice in each turn, in order", async () => {
  const queue = new PacedQueue(3);
  const done: number[] = [];
  for (const number of numbers(8)) queue.add(() => done.push(number));
  expect(done).toEqual([0, 1, 2]);
  await turn();
  expect(done).toEqual([0, 1, 2, 3, 4, 5]);
  await turn();
  expect(done).toEqual(numbers(8));
});

test("work that comes one by one is never waited for", async () => {
  const queue = new PacedQueue(1);
  for (const number of numbers(5)) {
    const done: number[] = [];
    queue.add(() => done.push(number));
    expect(done).toEqual([number]);
    await turn();
    await turn();
  }
});

test("what work adds comes behind what was there before", async () => {
  const queue = new PacedQueue(2);
  const done: string[] = [];
  queue.add(() => done.push("a"));
  queue.add(() => done.push("b"));
  queue.add(() => {
    done.push("c");
    queue.add(() => done.push("e"));
  });
  queue.add(() => done.push("d"));
  while (done.length < 5) await turn();
  expect(done.join("")).toBe("abcde");
});
