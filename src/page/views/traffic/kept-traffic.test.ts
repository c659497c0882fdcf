import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import { aTrafficEntry } from "../../../../test/support/page/traffic-entry.ts";
import { HomeModel } from "../../model/home-model.ts";
import { keptTraffic } from "./kept-traffic.ts";

test("what was seen is there for whoever comes back, and gone with the operator's session", () => {
  const isOperator = signal(true);
  const parts = { access: { isOperator }, model: new HomeModel() };
  keptTraffic(parts).take([aTrafficEntry({})]);
  expect(keptTraffic(parts).shown.value).toHaveLength(1);
  isOperator.value = false;
  expect(keptTraffic(parts).shown.value).toEqual([]);
});
