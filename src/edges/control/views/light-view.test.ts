import { expect, test } from "vitest";
import { aLight } from "../../../../test/support/home/builders.ts";
import { OTHER_LIGHT } from "../../../../test/support/home/other-resources.ts";
import { viewOfLight } from "./light-view.ts";

/** A view of a light stands with its device and says what the light shows, not what it is able to or was made before. */
const NOT_SHOWN = ["id", "deviceId", "name", "abilities", "segments", "whites", "powerOn", "dimming"];

test("an operator sees every field of a light but those that are known not to be shown", () => {
  const seen = JSON.stringify(viewOfLight(aLight()));
  const looksTheSame = ([field, value]: [string, unknown]) =>
    JSON.stringify(viewOfLight({ ...aLight(), [field]: value })) === seen;
  const unseen = Object.entries(OTHER_LIGHT).flatMap((entry) => (looksTheSame(entry) ? [entry[0]] : []));
  expect(new Set(unseen)).toEqual(new Set(NOT_SHOWN));
});
