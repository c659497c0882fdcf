import { expect, test } from "vitest";
import { isSurelyNotNewer } from "./versions.ts";

test.each([
  ["1.2.3", "1.2.3"],
  ["1.2.2", "1.2.3"],
  ["1.2", "1.2.0"],
  ["1.9", "1.10"],
  ["v1.2.2", "1.2.3"],
  ["nightly", "nightly"],
])("%s is surely no newer than %s", (version, installed) => {
  expect(isSurelyNotNewer(version, installed)).toBe(true);
});

test.each([
  ["1.2.4", "1.2.3"],
  ["1.10", "1.9"],
  ["1.2.0.1", "1.2"],
  ["20241008", "1.116.8"],
  ["1.116.8", "20241008"],
  ["1.2.3-beta", "1.2.4"],
  ["1.2.3", "1.2.4-beta"],
  ["nightly", "1.2.3"],
])("%s may be newer than %s, for all that can be seen", (version, installed) => {
  expect(isSurelyNotNewer(version, installed)).toBe(false);
});
