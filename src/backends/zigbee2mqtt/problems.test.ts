import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { Problems } from "./problems.ts";

describe("problems", () => {
  test("are listed with the latest first, and counted", () => {
    const clock = new ManualClock();
    const problems = new Problems(clock.now);
    problems.add("Lamp", "it is odd");
    problems.add("Other", "it is odd");
    clock.advance(500);
    problems.add("Lamp", "it is odd");
    expect(problems.all()).toEqual([
      { about: "Lamp", words: "it is odd", count: 2, lastMillis: 1_500 },
      { about: "Other", words: "it is odd", count: 1, lastMillis: 1_000 },
    ]);
  });

  test("of somebody are forgotten, and no others", () => {
    const problems = new Problems(() => 0);
    for (const about of ["Lamp", "Lamp", "Other", "Lamp/2"]) problems.add(about, `one of ${about}`);
    problems.add("Lamp", "another");
    problems.forget(new Set(["Lamp", "Nobody"]));
    expect(problems.all().map(({ about }) => about)).toEqual(["Lamp/2", "Other"]);
  });

  test("are at most five hundred: what was not seen for the longest time is forgotten", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(700), { minLength: 1_500, maxLength: 2_000, size: "max" }), (numbers) => {
        const problems = new Problems(() => 0);
        for (const number of numbers) problems.add(`Lamp ${number}`, "it is odd");
        const latest = [...new Set(numbers.toReversed())].slice(0, 500);
        expect(problems.all().map(({ about }) => about)).toEqual(latest.map((number) => `Lamp ${number}`));
      }),
      { numRuns: 5 },
    );
  });

  test("are short, however long what they tell of is", () => {
    const problems = new Problems(() => 0);
    problems.add("a".repeat(1_000_000), "b".repeat(1_000_000));
    problems.add("a".repeat(2_000_000), "b".repeat(2_000_000));
    expect(problems.all()).toMatchObject([{ about: "a".repeat(300), words: "b".repeat(300), count: 2 }]);
  });
});
