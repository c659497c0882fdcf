import { expect, test } from "vitest";
import { aDeviceRow } from "../../../../../test/support/page/device-row.ts";
import type { DeviceRow } from "./arranged-devices.ts";
import { outcomeMessage } from "./each-outcome.ts";

const rows = (...names: readonly string[]) => names.map((name) => aDeviceRow({ name }));
const bedside = (room: string) => aDeviceRow({ name: "Bedside left", room, online: false });
const refusing = (...those: readonly DeviceRow[]) => those.map((row) => ({ row, why: `"${row.name}" is unwell.` }));
const turned = { what: "turned off", needsOnline: true };

test("devices that are offline are counted in one line, and listed with their rooms: nothing went wrong", () => {
  const outcome = { done: rows("One", "Two"), refusals: refusing(bedside("Room 1"), bedside("Room 2")) };
  expect(outcomeMessage(outcome, turned)).toEqual({
    text: "2 devices turned off; 2 are offline.",
    lines: ["2 devices turned off; 2 are offline.", "Bedside left (Room 1)", "Bedside left (Room 2)"],
    kind: "news",
  });
  expect(outcomeMessage({ ...outcome, refusals: refusing(bedside("Room 1")) }, turned)).toEqual({
    text: "2 devices turned off; Bedside left (Room 1) is offline.",
    lines: [],
    kind: "news",
  });
});

test("what went wrong is a problem, each with its reason", () => {
  const outcome = { done: rows("One"), refusals: refusing(bedside("Room 1"), aDeviceRow({ name: "Spot" })) };
  expect(outcomeMessage(outcome, turned)).toEqual({
    text: "One turned off; Bedside left (Room 1) is offline; 1 could not be turned off.",
    lines: [
      "One turned off; Bedside left (Room 1) is offline; 1 could not be turned off.",
      "Bedside left (Room 1)",
      'Spot: "Spot" is unwell.',
    ],
    kind: "problem",
  });
});

test("where being offline is no reason, every reason is listed", () => {
  expect(
    outcomeMessage({ done: [], refusals: refusing(bedside("Hall"), bedside("Loft")) }, { what: "removed" }),
  ).toEqual({
    text: "2 devices could not be removed.",
    lines: [
      "2 devices could not be removed.",
      'Bedside left (Hall): "Bedside left" is unwell.',
      'Bedside left (Loft): "Bedside left" is unwell.',
    ],
    kind: "problem",
  });
});

test.each([
  [{ done: rows("One", "Two"), refusals: [] }, "2 devices turned off.", "news"],
  [
    { done: rows("One"), refusals: refusing(aDeviceRow({ name: "Spot" })) },
    'One turned off. "Spot" is unwell.',
    "problem",
  ],
  [{ done: [], refusals: refusing(bedside("Hall")) }, '"Bedside left" is unwell.', "problem"],
  [{ done: [], refusals: refusing(bedside("Hall"), bedside("Loft")) }, "2 devices are offline.", "problem"],
])("one line says it where that is enough: %#", (outcome, text, kind) => {
  expect(outcomeMessage(outcome, turned)).toMatchObject({ text, kind });
});
