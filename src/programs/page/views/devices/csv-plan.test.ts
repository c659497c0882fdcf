import { expect, test } from "vitest";
import { aDeviceRow } from "../../../../../test/support/page/device-row.ts";
import { csvPlan, csvPlanWords, type Edited, tableOf, withLineWords } from "./csv-plan.ts";

const ALL = [
  aDeviceRow({ id: "a", name: "Lamp 1", room: "Hall" }),
  aDeviceRow({ id: "b", name: "Lamp 2", room: null, serial: "S2" }),
];

const edited = (id: string, field: "name" | "room", after: string): Edited[number] => ({
  ...{ id, field, after, line: 2, serial: "", name: "", before: "" },
});

test("a table begins with what is selected, as it is", () => {
  expect(tableOf(ALL)).toBe("serial,name,room\nS1,Lamp 1,Hall\nS2,Lamp 2,\n");
});

test("a plan has names and rooms of each device, and says which are not selected", () => {
  const plan = csvPlan(
    [edited("a", "name", "Gate"), edited("a", "room", "none"), edited("b", "room", "Hall")],
    ALL,
    new Set(["a"]),
  );
  expect(plan).toEqual([
    { row: ALL[0], name: "Gate", room: null },
    { row: ALL[1], name: "Lamp 2", room: "Hall", note: "not selected" },
  ]);
  expect(csvPlanWords(plan)).toBe("1 name and 2 rooms change. 1 device is not selected.");
  expect(csvPlanWords(plan.slice(1))).toBe("1 room changes. 1 device is not selected.");
  expect(csvPlanWords([])).toBe("No name or room changes.");
});

test("a problem is in a line", () => {
  expect(withLineWords("12:4: a name has at most 128 characters.")).toBe("Line 12: a name has at most 128 characters.");
  expect(withLineWords("busy")).toBe("busy");
});
