import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
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
      { about: "Lamp", description: "it is odd", count: 2, lastMillis: 1_500 },
      { about: "Other", description: "it is odd", count: 1, lastMillis: 1_000 },
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
      { numRuns: times(5) },
    );
  });

  test("are short, however long what they tell of is", () => {
    const problems = new Problems(() => 0);
    problems.add("a".repeat(1_000_000), "b".repeat(1_000_000));
    problems.add("a".repeat(2_000_000), "b".repeat(2_000_000));
    expect(problems.all()).toMatchObject([{ about: "a".repeat(300), description: "b".repeat(300), count: 2 }]);
  });

  test("of topics of nobody name the first, and of the others how many there are: they crowd out nothing else", () => {
    const problems = new Problems(() => 0);
    problems.add("Lamp", "it is odd");
    problems.addUnknownTopics(
      "mqtt://a",
      Array.from({ length: 600 }, (_, at) => `t${at}`),
    );
    expect(problems.all()).toHaveLength(22);
    expect(problems.all()[0]).toMatchObject({
      about: "mqtt://a",
      description: "580 more topics without a device or group of that name",
    });
    expect(problems.all().map(({ about }) => about)).toEqual(expect.arrayContaining(["t0", "t19", "Lamp"]));
  });

  test("of topics of nobody stand in place of those that the same bridge had before, and of no others", () => {
    const problems = new Problems(() => 0);
    problems.add("x", "it is odd");
    problems.addUnknownTopics("mqtt://a", ["x", "y"]);
    problems.addUnknownTopics("mqtt://b", ["z"]);
    problems.addUnknownTopics("mqtt://a", ["w"]);
    expect(problems.all().map(({ about, description }) => `${about} ${description}`)).toEqual([
      "w no device or group has this name",
      "z no device or group has this name",
      "x it is odd",
    ]);
    problems.addUnknownTopics("mqtt://a", []);
    expect(problems.all().map(({ about }) => about)).toEqual(["z", "x"]);
  });
});
