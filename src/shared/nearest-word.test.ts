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

test("of many words the nearest is found, wherever it stands among those that are compared", () => {
  const words = Array.from({ length: 900 }, (_, number) => `a lamp with a long name, the one of number ${number}`);
  expect(nearestWord("a lamp with a long nmae, the one of number 777", words)).toBe(words[777]);
});

test("no more words are taken than are compared", () => {
  let taken = 0;
  const endless = function* () {
    for (;;) yield `x${taken++ % 10}mp ${taken % 7}`;
  };
  expect(nearestWord("abcd e", endless())).toBeUndefined();
  expect(taken).toBe(1_000);
});
