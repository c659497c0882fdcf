import { expect, test } from "vitest";
import { aDeviceRow } from "../../../../../test/support/page/device-row.ts";
import { rangeOf, selectionIn, withChosen } from "./selection.ts";

const ROWS = ["a", "b", "c", "d"].map((id) => aDeviceRow({ id }));

test("what a filter hides is counted and left alone", () => {
  const { rows, matching, hidden } = selectionIn(ROWS, ROWS.slice(0, 2), new Set(["b", "c", "gone"]));
  expect([rows.map(({ id }) => id), matching, hidden]).toEqual([["b"], 2, 1]);
});

test("the gateway itself is never selected", () => {
  const rows = [aDeviceRow({ id: "gateway", product: "gateway" }), ...ROWS];
  expect(selectionIn(rows, rows, new Set(["a"]))).toMatchObject({ matching: 4 });
});

test("a range goes either way, and is one row where its beginning is not shown", () => {
  expect(rangeOf(ROWS, "b", "d")).toEqual(["b", "c", "d"]);
  expect(rangeOf(ROWS, "d", "b")).toEqual(["b", "c", "d"]);
  expect(rangeOf(ROWS, undefined, "c")).toEqual(["c"]);
  expect(rangeOf(ROWS, "hidden", "c")).toEqual(["c"]);
});

test("some more are chosen, or some fewer", () => {
  expect([...withChosen(new Set(["a"]), ["b"], true)]).toEqual(["a", "b"]);
  expect([...withChosen(new Set(["a", "b"]), ["a"], false)]).toEqual(["b"]);
});
