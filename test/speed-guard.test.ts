import { describe, expect, test } from "vitest";
import { MutableHome } from "../src/core/home/home.ts";
import { idFrom } from "../src/core/home/model/ids.ts";
import type { Reads } from "../src/edges/http/read/reads.ts";
import { isRefusal } from "../src/edges/http/refusal.ts";
import { aLight } from "./support/home/builders.ts";
import { FOUNDED, makeAll } from "./support/home/founded-home.ts";
import { ASKED, readsOf } from "./support/http/reads-of.ts";

// Whether a path has become much slower, judged by the processor's time of two things in one run and never by a clock:
// what is compared normally differs by far more, or far less, than the bounds.

const idOf = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;

/** A home with so many lights and nothing else. */
function homeWith(lights: number): MutableHome {
  const made = Array.from({ length: lights }, (_, number) =>
    aLight({ id: idFrom(idOf(number)), name: `Lamp ${number}` }),
  );
  return new MutableHome({ ...FOUNDED, lights: made });
}

function changeOne(home: MutableHome, number: number, percent: number): void {
  makeAll(home, [{ kind: "lightChanged", lightId: idFrom(idOf(number)), state: { brightnessPercent: percent } }]);
}

function readerOf(reads: Reads, name: "listLights" | "getLight", id = ""): () => unknown {
  const read = reads.reader(name, ASKED, { id, queryText: "" });
  if (isRefusal(read)) throw new Error(`${name} is refused`);
  return read;
}

/** Microseconds of processor time, the least of some rounds: whatever else the machine does only adds to it. */
function leastMicros(rounds: number, prepare: (round: number) => () => unknown): number {
  const micros = Array.from({ length: rounds }, (_, round) => {
    const work = prepare(round);
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...micros);
}

const times = (count: number, work: (index: number) => unknown) => () => {
  for (let index = 0; index < count; index += 1) work(index);
};

test("a long list after one change takes a small part of the time that it takes from nothing", () => {
  const home = homeWith(4_000);
  const read = readerOf(readsOf(home), "listLights");
  read();
  const fromNothing = leastMicros(5, () => () => readerOf(readsOf(home), "listLights")());
  const afterChange = leastMicros(20, (round) => {
    changeOne(home, 2_000, 1 + round);
    return read;
  });
  expect(afterChange / fromNothing).toBeLessThan(0.5);
});

test("a long list that did not change takes next to nothing", () => {
  const home = homeWith(4_000);
  const read = readerOf(readsOf(home), "listLights");
  const first = leastMicros(1, () => read);
  const again = leastMicros(5, () => times(100, read)) / 100;
  expect(again / first).toBeLessThan(0.05);
});

describe("in a home two hundred times as large", () => {
  const [small, large] = [homeWith(100), homeWith(20_000)];

  test("one change costs as much", () => {
    const cost = (home: MutableHome) =>
      leastMicros(7, (round) =>
        times(2_000, (index) => changeOne(home, (index * 37) % 100, 1 + ((index + round) % 99))),
      );
    cost(small);
    cost(large);
    expect(cost(large) / cost(small)).toBeLessThan(4);
  });

  test("one single read costs as much, changed or not", () => {
    const cost = (home: MutableHome) => {
      const reads = readsOf(home);
      return leastMicros(7, (round) =>
        times(1_000, (index) => {
          changeOne(home, 5, 1 + ((index + round) % 99));
          readerOf(reads, "getLight", idOf(5))();
          readerOf(reads, "getLight", idOf(6))();
        }),
      );
    };
    cost(small);
    cost(large);
    expect(cost(large) / cost(small)).toBeLessThan(4);
  });
});
