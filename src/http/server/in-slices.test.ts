import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { InSlices } from "./in-slices.ts";

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);

test("as much as a slice is done at once, and the rest a slice in each turn, in order", async () => {
  const slices = new InSlices(3);
  const done: number[] = [];
  for (const number of numbers(8)) slices.add(() => done.push(number));
  expect(done).toEqual([0, 1, 2]);
  await turn();
  expect(done).toEqual([0, 1, 2, 3, 4, 5]);
  await turn();
  expect(done).toEqual(numbers(8));
});

test("work that comes one by one is never waited for", async () => {
  const slices = new InSlices(1);
  for (const number of numbers(5)) {
    const done: number[] = [];
    slices.add(() => done.push(number));
    expect(done).toEqual([number]);
    await turn();
    await turn();
  }
});

test("what work adds comes behind what was there before", async () => {
  const slices = new InSlices(2);
  const done: string[] = [];
  slices.add(() => done.push("a"));
  slices.add(() => done.push("b"));
  slices.add(() => {
    done.push("c");
    slices.add(() => done.push("e"));
  });
  slices.add(() => done.push("d"));
  while (done.length < 5) await turn();
  expect(done.join("")).toBe("abcde");
});
