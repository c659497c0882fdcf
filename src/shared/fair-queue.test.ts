import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

/** A queue with slices of 10 ms on a clock that only tasks advance. */
function timedQueue() {
  let nowMillis = 0;
  const done: string[] = [];
  const queue = new FairQueue(() => nowMillis, 10);
  const add = (owner: string, name: string, millis: number) =>
    queue.run(owner, () => {
      nowMillis += millis;
      done.push(name);
    });
  return { queue, add, done };
}

test("tasks are run at once while the slice of the turn lasts, and the others in later turns", async () => {
  const { add, done } = timedQueue();
  for (const name of ["1", "2", "3", "4"]) add("a", name, 6);
  expect(done).toEqual(["1", "2"]);
  await nextTurn();
  expect(done).toEqual(["1", "2", "3", "4"]);
});

test("an owner with many tasks delays only its own: the owners take turns", async () => {
  const { add, done } = timedQueue();
  add("greedy", "first", 10);
  for (const name of ["g1", "g2", "g3"]) add("greedy", name, 1);
  for (const name of ["m1", "m2"]) add("modest", name, 1);
  await nextTurn();
  expect(done).toEqual(["first", "g1", "m1", "g2", "m2", "g3"]);
});

test("in each turn at least one task is run, however long it takes", async () => {
  const { add, done } = timedQueue();
  for (const name of ["1", "2", "3"]) add("a", name, 50);
  for (const expected of [1, 2, 3]) {
    expect(done).toHaveLength(expected);
    await nextTurn();
  }
});

test("what a task runs in turn is run with it, and its time counts once", async () => {
  const { queue, add, done } = timedQueue();
  queue.run("a", () => add("b", "inner", 6));
  add("c", "next", 6);
  expect(done).toEqual(["inner", "next"]);
});

test("a task that fails costs no other task its turn", async () => {
  const { queue, add, done } = timedQueue();
  const fail = () => {
    throw new Error("no");
  };
  add("a", "long", 10);
  queue.run("b", () => expect(fail).toThrow());
  add("c", "after", 1);
  await nextTurn();
  expect(done).toEqual(["long", "after"]);
});

test("whatever comes when: each task is run once, in the order of its owner, and nobody waits for more than a task of each other owner", async () => {
  const arrivals = fc.array(fc.record({ owner: fc.constantFrom("a", "b", "c"), millis: fc.nat(15) }), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(arrivals, async (tasks) => {
      const { add, done } = timedQueue();
      for (const [at, { owner, millis }] of tasks.entries()) add(owner, `${owner}${at}`, millis);
      for (let turn = 0; turn <= tasks.length; turn += 1) await nextTurn();
      expect(done.toSorted()).toEqual(tasks.map(({ owner }, at) => `${owner}${at}`).toSorted());
      for (const owner of ["a", "b", "c"]) {
        const order = done.filter((name) => name.startsWith(owner)).map((name) => Number(name.slice(1)));
        expect(order).toEqual(order.toSorted((one, other) => one - other));
      }
    }),
  );
});
