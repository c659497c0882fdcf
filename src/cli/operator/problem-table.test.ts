import { expect, test } from "vitest";
import { problemTable } from "./problem-table.ts";

test("problems line up, each with how often and how long ago it was seen, or for how long it is so", () => {
  const problems = [
    { about: "Hall lamp", words: 'its brightness was "bright"', count: 1, agoMillis: 4_000, forMillis: null },
    { about: "bridge/devices", words: "no\u001b[31m JSON", count: 12, agoMillis: 7_260_000, forMillis: null },
    { about: "mqtt://broker.lan", words: "out of reach", count: 1, agoMillis: 0, forMillis: 61_000 },
  ];
  expect(problemTable(problems).split("\n")).toEqual([
    "ABOUT              PROBLEM                      COUNT  LAST SEEN",
    'Hall lamp          its brightness was "bright"  1      4 seconds ago',
    "bridge/devices     no [31m JSON                 12     2 hours 1 minute ago",
    "mqtt://broker.lan  out of reach                 1      ongoing for 1 minute",
  ]);
});

test("where there are none, a sentence says so", () => {
  expect(problemTable([])).toBe("No problems.");
});
