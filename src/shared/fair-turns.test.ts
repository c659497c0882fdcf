import { execFile } from "node:child_process";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../test/support/depth.ts";
import { FairTurns, type FairTurnsOptions, inNextTurn, type TurnTaker } from "./fair-turns.ts";

/** Turns that a test gives, on a clock of which each look takes a millisecond. */
function givenTurns(options: Partial<FairTurnsOptions> = {}) {
  let millis = 0;
  let due: (() => void) | undefined;
  const turns = new FairTurns({
    now: () => millis++,
    sliceMillis: 4,
    later: (run) => {
      due = run;
      return () => {
        due = undefined;
      };
    },
    ...options,
  });
  /** Whether there was something to do. */
  const turn = (): boolean => {
    const run = due;
    due = undefined;
    run?.();
    return run !== undefined;
  };
  return { turns, turn };
}

/** Somebody who wants so many pieces, and notes who was served. */
function aTaker(turns: FairTurns, { owner, pieces, cost = 1, served }: TakerFields): TurnTaker {
  let left = pieces;
  const taker = {
    owner,
    takeTurn: () => {
      served.push(owner);
      left -= 1;
      if (left > 0) turns.add(taker);
      return cost;
    },
  };
  turns.add(taker);
  return taker;
}

interface TakerFields {
  readonly owner: string;
  readonly pieces: number;
  readonly cost?: number;
  readonly served: string[];
}

describe("turns", () => {
  test("are shared by owners, however many turn takers one of them has", () => {
    const { turns, turn } = givenTurns();
    const served: string[] = [];
    for (let number = 0; number < 63; number += 1) aTaker(turns, { owner: "many", pieces: 1_000, served });
    aTaker(turns, { owner: "one", pieces: 10, served });
    while (served.filter((owner) => owner === "one").length < 10) turn();
    expect(served.length).toBeLessThanOrEqual(22);
  });

  test("have a bounded length, and end when nobody waits", () => {
    const { turns, turn } = givenTurns({ sliceMillis: 4 });
    const served: string[] = [];
    aTaker(turns, { owner: "a", pieces: 10, served });
    const lengths: number[] = [];
    for (let before = 0; turn(); before = served.length) lengths.push(served.length - before);
    expect(lengths).toEqual([4, 4, 2]);
  });

  test("are short once where something else waits", () => {
    const { turns, turn } = givenTurns();
    const served: string[] = [];
    aTaker(turns, { owner: "a", pieces: 10, served });
    turns.giveWay();
    turn();
    expect(served).toHaveLength(1);
    turn();
    expect(served).toHaveLength(5);
  });

  test("go to a newcomer until its credit is used up, and to all alike from then on", () => {
    const { turns, turn } = givenTurns({ credit: 20 });
    const served: string[] = [];
    for (const owner of ["a", "b", "c"]) aTaker(turns, { owner, pieces: 1_000, served });
    for (let count = 0; count < 25; count += 1) turn();
    served.length = 0;
    aTaker(turns, { owner: "new", pieces: 1_000, served });
    while (served.length < 60) turn();
    const ofNewcomer = served.flatMap((owner, at) => (owner === "new" ? [at] : []));
    expect(ofNewcomer.filter((at) => at < 21).length).toBeGreaterThanOrEqual(20);
    expect(ofNewcomer.filter((at) => at >= 21).length).toBeGreaterThanOrEqual(8);
    expect(ofNewcomer.filter((at) => at >= 21).length).toBeLessThanOrEqual(12);
  });

  test("give no credit twice: who leaves and comes back begins where it was", () => {
    const { turns, turn } = givenTurns({ credit: 20 });
    const served: string[] = [];
    aTaker(turns, { owner: "a", pieces: 10_000, served });
    aTaker(turns, { owner: "b", pieces: 10_000, served });
    for (let visit = 0; visit < 50; visit += 1) {
      aTaker(turns, { owner: "restless", pieces: 4, served });
      for (let count = 0; count < 3; count += 1) turn();
    }
    const ofRestless = served.filter((owner) => owner === "restless").length;
    expect(ofRestless).toBeLessThanOrEqual(served.length / 3 + 25);
  });

  test("are not given to who was removed, nor to anybody once they are stopped", () => {
    const { turns, turn } = givenTurns();
    const served: string[] = [];
    const gone = aTaker(turns, { owner: "a", pieces: 1, served });
    aTaker(turns, { owner: "b", pieces: 1, served });
    turns.remove(gone);
    turn();
    aTaker(turns, { owner: "c", pieces: 1, served });
    turns.stop();
    expect([turn(), served]).toEqual([false, ["b"]]);
  });

  test("forget owners: however many come and go, only so many are remembered, and who waits is served", () => {
    const { turns, turn } = givenTurns({ credit: 1e9 });
    const served: string[] = [];
    for (let number = 0; number < 5_000; number += 1) {
      aTaker(turns, { owner: `${number}`, pieces: 1, served });
      turn();
    }
    while (turn());
    expect(served).toHaveLength(5_000);
  });
});

/** What each owner was served, and how many pieces it still waits for. */
class Shares {
  readonly #costs = new Map<string, number>();
  readonly #left = new Map<string, number>();

  want(owner: string, pieces: number): void {
    this.#left.set(owner, (this.#left.get(owner) ?? 0) + pieces);
  }

  /** How much more an owner was served than the one that was served least of those who wait. */
  lead(owner: string): number {
    const waiting = [...this.#left].filter(([, left]) => left > 0).map(([other]) => this.#costs.get(other) ?? 0);
    return (this.#costs.get(owner) ?? 0) - Math.min(...waiting);
  }

  serve(owner: string, cost: number): void {
    this.#costs.set(owner, (this.#costs.get(owner) ?? 0) + cost);
    this.#left.set(owner, (this.#left.get(owner) ?? 0) - 1);
  }
}

test("whatever is wanted and however much each piece costs, owners that wait are served alike and nobody is forgotten", () => {
  const mostCost = 50;
  const anyTaker = fc.record({
    owner: fc.constantFrom("a", "b", "c", "d"),
    pieces: fc.integer({ min: 1, max: 20 }),
    cost: fc.integer({ min: 1, max: mostCost }),
  });
  const anyCredit = fc.constantFrom(0, 30, 500);
  fc.assert(
    fc.property(fc.array(anyTaker, { minLength: 1, maxLength: 20 }), anyCredit, (wanted, credit) => {
      const { turns, turn } = givenTurns({ credit });
      const shares = new Shares();
      let served = 0;
      for (const { owner, pieces, cost } of wanted) {
        shares.want(owner, pieces);
        let left = pieces;
        const takeTurn = () => {
          // All came at once, so nobody is ahead by more than a piece.
          expect(shares.lead(owner)).toBeLessThanOrEqual(mostCost);
          shares.serve(owner, cost);
          served += 1;
          left -= 1;
          if (left > 0) turns.add(taker);
          return cost;
        };
        const taker = { owner, takeTurn };
        turns.add(taker);
      }
      while (turn());
      expect(served).toBe(wanted.reduce((sum, { pieces }) => sum + pieces, 0));
    }),
    { numRuns: times(1_000) },
  );
});

/** Turns with slices of 10 ms, on a clock that only tasks advance. */
function timedTurns({ sliceMillis = 10 } = {}) {
  let nowMillis = 0;
  const done: string[] = [];
  const turns = new FairTurns({ now: () => nowMillis, sliceMillis, later: inNextTurn });
  const add = (owner: string, name: string, millis: number) =>
    turns.run(owner, () => {
      nowMillis += millis;
      done.push(name);
    });
  return { turns, add, done };
}

test("tasks are run at once while the slice of the turn lasts, and the others in later turns", async () => {
  const { add, done } = timedTurns();
  for (const name of ["1", "2", "3", "4"]) add("a", name, 6);
  expect(done).toEqual(["1", "2"]);
  await nextTurn();
  expect(done).toEqual(["1", "2", "3", "4"]);
});

test("an owner with many tasks delays only its own: the owners take turns", async () => {
  const { add, done } = timedTurns();
  add("greedy", "first", 10);
  for (const name of ["g1", "g2", "g3"]) add("greedy", name, 1);
  for (const name of ["m1", "m2"]) add("modest", name, 1);
  await nextTurn();
  expect(done).toEqual(["first", "g1", "m1", "g2", "m2", "g3"]);
});

test("in each turn at least one task is run, however long it takes", async () => {
  const { add, done } = timedTurns();
  for (const name of ["1", "2", "3"]) add("a", name, 50);
  for (const expected of [1, 2, 3]) {
    expect(done).toHaveLength(expected);
    await nextTurn();
  }
});

test("without a slice one task is run in each turn, the first at once, and the owners take turns", async () => {
  const { add, done } = timedTurns({ sliceMillis: 0 });
  for (const name of ["g1", "g2", "g3"]) add("greedy", name, 0);
  add("modest", "m1", 0);
  expect(done).toEqual(["g1"]);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  expect(done).toEqual(["g1", "g2", "m1", "g3"]);
  await nextTurn();
  add("late", "l1", 0);
  expect(done).toHaveLength(5);
});

test("what a task runs in turn is run with it, and its time counts once", async () => {
  const { turns, add, done } = timedTurns();
  turns.run("a", () => add("b", "inner", 6));
  add("c", "next", 6);
  expect(done).toEqual(["inner", "next"]);
});

test("a task that fails costs no other task its turn", () => {
  const { turns, turn } = givenTurns({ sliceMillis: 0 });
  const done: string[] = [];
  const fail = () => {
    throw new Error("no");
  };
  expect(() => turns.run("a", fail)).toThrow("no");
  turns.run("b", fail);
  turns.run("c", () => done.push("after"));
  expect(turn).toThrow("no");
  turn();
  expect(done).toEqual(["after"]);
});

test("whatever comes when: each task is run once, in the order of its owner, and nobody waits for more than a task of each other owner", async () => {
  const arrivals = fc.array(fc.record({ owner: fc.constantFrom("a", "b", "c"), millis: fc.nat(15) }), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(arrivals, async (tasks) => {
      const { add, done } = timedTurns();
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

/** Prints by how many bytes the heap has grown when 25 MB of work were done, with young collections alone. */
const WORK = `
  const { FairTurns } = await import(process.argv[1]);
  let due;
  const turns = new FairTurns({ now: () => 0, sliceMillis: 1, later: (run) => { due = run; return () => {}; } });
  function serveMany() {
    for (let number = 0; number < 64; number += 1) {
      const work = new Array(500).fill(number);
      turns.add({ owner: "many", takeTurn: () => work.length });
    }
    while (due) { const run = due; due = undefined; run(); }
    for (let times = 0; times < 2; times += 1) gc({ type: "minor" });
    return process.memoryUsage().heapUsed;
  }
  for (let round = 0; round < 10; round += 1) serveMany();
  const before = serveMany();
  for (let round = 0; round < 99; round += 1) serveMany();
  console.log(serveMany() - before);
`;

test("holds nothing of what is done: a young collection takes it away, without a full one", async () => {
  const module = new URL("fair-turns.ts", import.meta.url).href;
  const args = ["--expose-gc", "--no-warnings", "--input-type=module", "--eval", WORK, module];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(Number(stdout)).toBeLessThan(5_000_000);
});
