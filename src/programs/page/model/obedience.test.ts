import { expect, test } from "vitest";
import { aLight } from "../../../../test/support/client/wire-builders.ts";
import { disobedienceWords } from "./obedience.ts";

const lamp = aLight();

test.each([
  [[lamp], /^Reading lamp did not confirm .* 60% ·\u00a02700\u00a0K/],
  [[aLight({ on: 0 })], /^Reading lamp did not confirm .* off\b/],
  [[aLight({ ability: 1 })], /^Reading lamp did not confirm .* on\b/],
  [[lamp, lamp], /^Reading lamp and 1 other lamp did not confirm /],
  [[lamp, lamp, lamp], /^Reading lamp and 2 other lamps did not confirm /],
])("lamps that did not confirm a command share one message", (lamps, words) => {
  expect(disobedienceWords(lamps)).toMatch(words);
});
