import { expect, test } from "vitest";
import { aDevice } from "../../../../test/support/client/wire-builders.ts";
import { iconOf } from "./device-icon.ts";

const { product } = aDevice();

test.each([
  [{ cat1_id: 2, cat2_id: 205, cat3_id: 20501 }, "bulb"],
  [{ cat1_id: 2, cat2_id: 205, cat3_id: 20503 }, "strip"],
  [{ cat1_id: 2, cat2_id: 204, cat3_id: 20401 }, "strip"],
  [{ cat1_id: 2, cat2_id: 205, cat3_id: 20504 }, "bar"],
  [{ cat1_id: 2, cat2_id: 203, cat3_id: 20302 }, "ceiling"],
  [{ cat1_id: 2, cat2_id: 205, cat3_id: 20502 }, "spot"],
  [{ cat1_id: 3, cat2_id: 301, cat3_id: 30101 }, "sync"],
  [{ cat1_id: 4, cat2_id: 402, cat3_id: 40200 }, "plug"],
  [{ cat1_id: 2, cat2_id: 205, cat3_id: 20500, model: "GU10 Ambiance" }, "spot"],
  [{ cat1_id: 2, cat2_id: 202, cat3_id: 20200, model: "E27" }, "bulb"],
] as const)("%j looks like a %s", (fields, icon) => {
  expect(iconOf({ ...product, model: "", cat3_name: "", ...fields })).toBe(icon);
});

test("a lamp without a device is a bulb", () => {
  expect(iconOf(undefined)).toBe("bulb");
});
