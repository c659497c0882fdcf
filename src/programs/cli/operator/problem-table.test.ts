import { expect, test } from "vitest";
import { rowsIn } from "../../../../test/support/cli/printed-table.ts";
import { problemTable } from "./problem-table.ts";

test("problems line up, each with how often and how long ago it was seen, or for how long it is so", () => {
  const problems = [
    { about: "Hall lamp", words: 'its brightness was "bright"', count: 1, agoMillis: 4_000, forMillis: null },
    { about: "bridge/devices", words: "no\u001b[31m JSON", count: 12, agoMillis: 7_260_000, forMillis: null },
    { about: "mqtt://broker.lan", words: "out of reach", count: 1, agoMillis: 0, forMillis: 61_000 },
  ];
  expect(rowsIn(problemTable(problems))).toMatchObject([
    { ABOUT: "Hall lamp", PROBLEM: 'its brightness was "bright"', COUNT: "1", "LAST SEEN": "4 seconds ago" },
    { ABOUT: "bridge/devices", PROBLEM: "no [31m JSON", COUNT: "12", "LAST SEEN": "2 hours 1 minute ago" },
    { ABOUT: "mqtt://broker.lan", PROBLEM: "out of reach", COUNT: "1", "LAST SEEN": "ongoing for 1 minute" },
  ]);
});

test("where there are none, a sentence says so", () => {
  expect(problemTable([])).toBe("No problems.");
});
