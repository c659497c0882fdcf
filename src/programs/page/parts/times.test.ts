import { expect, test } from "vitest";
import { clockWords, lengthWords, relativeWords, timeWords } from "./times.ts";

const NOW = Date.parse("2026-11-17T08:00:00.000Z");

test.each([
  ["2026-11-17T07:59:55.000Z", "just now"],
  ["2026-11-17T07:57:00.000Z", "3 minutes ago"],
  ["2026-11-17T19:00:00.000Z", "in 11 hours"],
  ["2026-11-12T08:00:00.000Z", "5 days ago"],
  ["never", ""],
])("%s is %j", (iso, words) => {
  expect(relativeWords(iso, NOW)).toBe(words);
});

test("one of something is one", () => {
  expect([lengthWords(1_000), lengthWords(60_000), lengthWords(3_600_000)]).toEqual(["1 second", "1 minute", "1 hour"]);
});

test("times are told with all their digits, by this machine's clock", () => {
  const iso = new Date(2026, 0, 2, 3, 4, 5, 6).toISOString();
  expect([timeWords(iso), clockWords(iso)]).toEqual(["2026-01-02 03:04:05", "03:04:05.006"]);
});
