import { expect, test } from "vitest";
import { linesFor, OperatorRefusal } from "./operator-refusal.ts";

test("a refusal is told without commands for a terminal, unless it is about one", () => {
  const lines = [
    'No device is called "Gate". List them with: luxgate devices',
    '"Gate" is not admitted. Admit it with: luxgate device admit "Gate" --room "Hall"',
    '"open" is not available to browsers. On the gateway\'s machine, run: luxgate open',
  ];
  expect(linesFor(new OperatorRefusal(lines))).toEqual([
    'No device is called "Gate".',
    '"Gate" is not admitted.',
    lines[2],
  ]);
  expect(linesFor(new TypeError("fetch failed"))).toEqual(["The gateway did not answer."]);
});
