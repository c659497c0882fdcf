import { expect, test } from "vitest";
import { aLight } from "../../../../test/support/client/wire-builders.ts";
import { COLOUR_NAMES, colourNamed } from "../../../edges/home-file/colour-names.ts";
import { statesOf } from "./lamp-states.ts";
import { finderFor, matches } from "./search.ts";

test.each([
  ["", true],
  ["  ", true],
  ["kuche", true],
  ["KÜCHE deck", true],
  ["decke küche", true],
  ["bad", false],
  ["küche bad", false],
])("%j among the lamp “Deckenlampe” of the room “Küche”: %j", (query, isFound) => {
  expect(matches(query, ["Küche", "Deckenlampe"])).toBe(isFound);
  expect(finderFor(query)({ names: ["Küche", "Deckenlampe"], states: [] })).toBe(isFound);
});

test.each([
  ["on", true],
  ["blue", true],
  ["kitchen on", true],
  ["off", true],
  ["offline", false],
  ["red", false],
  ["constructor", false],
])("%j among a blue lamp that is on, called “Spot”, in the room “Kitchen office”: %j", (query, isFound) => {
  expect(finderFor(query)({ names: ["Kitchen office", "Spot"], states: ["on", "blue"] })).toBe(isFound);
});

test("a word for a state is no part of a name: “on” finds no balcony that is off", () => {
  expect(finderFor("on")({ names: ["Balcony"], states: ["off"] })).toBe(false);
  expect(finderFor("balc")({ names: ["Balcony"], states: ["off"] })).toBe(true);
});

test.each(COLOUR_NAMES)("a lamp that was set to %s is found by that word", (name) => {
  const value = colourNamed(name) ?? "";
  const shown = value.startsWith("#")
    ? { color_mode: 1, color_rgb: Number.parseInt(value.slice(1), 16) }
    : { color_mode: 2, color_cw: Number.parseInt(value, 10) };
  expect(finderFor(name)({ names: ["Lamp"], states: statesOf(aLight(shown)) })).toBe(true);
});

test.each([
  [aLight(), {}, ["online", "on", "white", "warm"]],
  [aLight({ color_cw: 6500 }), {}, ["online", "on", "white", "cool"]],
  [aLight({ on: 0 }), {}, ["online", "off"]],
  [aLight(), { isOffline: true, isUnsure: true }, ["offline"]],
  [aLight({ on: 0 }), { isUnsure: true }, ["online", "off", "unconfirmed"]],
  [aLight({ color_mode: 1, color_rgb: 0xff0000 }), {}, ["online", "on", "red"]],
  [aLight({ color_mode: 3, color_len: 2, color_rgb_arr: [0xff0000, 0x0000ff] }), {}, ["online", "on", "red", "blue"]],
  [aLight({ sync_status: 1 }), {}, ["online", "on", "white", "warm", "sync"]],
])("words for how a lamp is", (light, known, states) => {
  expect(statesOf(light, known)).toEqual(states);
});
