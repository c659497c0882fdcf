import { expect, test } from "vitest";
import { nearestWord } from "./nearest-word.ts";

const WORDS = ["home", "colour", "red", "light", "unplug", "on", "off"];

test.each([
  ["lihgt", "light"],
  ["rde", "red"],
  ["colr", "colour"],
  ["hoem", "home"],
  ["unplgu", "unplug"],
  ["onn", "on"],
  ["Lights", "light"],
])("%s is %s", (written, meant) => {
  expect(nearestWord(written, WORDS)).toBe(meant);
});

test.each(["nope", "rum", "x", "", "something else"])("%j is no word that is known", (written) => {
  expect(nearestWord(written, WORDS)).toBeUndefined();
});
