import { expect, test } from "vitest";
import { parseReplay } from "./replay-argument.ts";

test.each([
  ["replay:house.jsonl", "house.jsonl", 1],
  ["house.jsonl", "house.jsonl", 1],
  ["replay:/home/me/my house.jsonl?speed=10", "/home/me/my house.jsonl", 10],
  ["replay:house.jsonl?speed=0.5", "house.jsonl", 0.5],
  ["replay:house.jsonl?speed=max", "house.jsonl", Number.POSITIVE_INFINITY],
  ["replay:what?.jsonl", "what?.jsonl", 1],
  ["replay:what?speed=2?speed=3", "what?speed=2", 3],
])("%s is read", (text, file, speed) => {
  expect(parseReplay(text)).toEqual({ file, speed });
});

test.each([
  "replay:",
  "",
  "replay:?speed=2",
  "replay:a?speed=",
  "replay:a?speed=0",
  "replay:a?speed=-1",
  "replay:a?speed=fast",
])("%j is refused with what was expected", (text) => {
  expect(parseReplay(text)).toEqual({ problem: expect.stringMatching(/^Expected a recording, such as replay:house/) });
});
