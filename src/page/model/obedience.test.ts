import { expect, test } from "vitest";
import { aLight } from "../../../test/support/client/wire-builders.ts";
import { disobedienceWords } from "./obedience.ts";

const lamp = aLight();

test.each([
  [[lamp], "Reading lamp did not obey: it is back at 60% · 2700 K."],
  [[aLight({ on: 0 })], "Reading lamp did not obey: it is off again."],
  [[aLight({ ability: 1 })], "Reading lamp did not obey: it is on again."],
  [[lamp, lamp], "Reading lamp and 1 other lamp did not obey: they are as before."],
  [[lamp, lamp, lamp], "Reading lamp and 2 other lamps did not obey: they are as before."],
])("lamps that did not obey are told in one sentence", (lamps, sentence) => {
  expect(disobedienceWords(lamps)).toBe(sentence);
});
