import { expect, test } from "vitest";
import { aLight } from "../../../test/support/client/wire-builders.ts";
import { disobedienceWords } from "./obedience.ts";

const lamp = aLight();

test.each([
  [[lamp], "Reading lamp did not confirm the command. It is back at 60% · 2700 K."],
  [[aLight({ on: 0 })], "Reading lamp did not confirm the command. It is off again."],
  [[aLight({ ability: 1 })], "Reading lamp did not confirm the command. It is on again."],
  [[lamp, lamp], "Reading lamp and 1 other lamp did not confirm the command. They are as before."],
  [[lamp, lamp, lamp], "Reading lamp and 2 other lamps did not confirm the command. They are as before."],
])("lamps that did not confirm a command share one message", (lamps, sentence) => {
  expect(disobedienceWords(lamps)).toBe(sentence);
});
