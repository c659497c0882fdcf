import { expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import { tellOfRefusing } from "./tell-of-refusing.ts";

test("a front that refuses commands says so once, and again when it carries them out", () => {
  const clock = new ManualClock();
  const lines: string[] = [];
  let silent = 0;
  const end = tellOfRefusing({
    refusingMillis: () => silent,
    clock,
    onBegin: (text) => lines.push(text),
    onEnd: (text) => lines.push(text),
  });
  clock.advance(10_000);
  expect(lines).toEqual([]);
  silent = 3_000;
  for (let step = 0; step < 4; step += 1) clock.advance(500);
  silent = 0;
  clock.advance(500);
  expect(lines).toEqual([
    "The fleet does not answer. Commands are refused until it does.",
    "The fleet answers again, after 5 seconds. Commands are carried out.",
  ]);
  end();
  silent = 3_000;
  clock.advance(10_000);
  expect(lines).toHaveLength(2);
});
