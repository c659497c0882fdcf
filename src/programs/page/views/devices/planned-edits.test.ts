import { expect, test } from "vitest";
import { aDeviceRow } from "../../../../../test/support/page/device-row.ts";
import { namedAs } from "../../../../core/home/model/new-names.ts";
import { editsFor, namingOf, plannedEdits, planWords } from "./planned-edits.ts";

const ROWS = [
  aDeviceRow({ id: "1", name: "Lamp 01", room: "Hall" }),
  aDeviceRow({ id: "2", name: "Lamp 01", room: "Attic" }),
  aDeviceRow({ id: "3", name: "Desk", room: "Kitchen" }),
];
const ALL = [...ROWS, aDeviceRow({ id: "4", name: "Lamp 02", room: "Kitchen" })];
const KITCHEN = { id: "R1", name: "Kitchen" };

const plan = (typed: ReadonlyMap<string, string> = new Map()) =>
  plannedEdits(
    ROWS,
    namedAs(namingOf(ALL, ROWS, KITCHEN), ({ name }) => name),
    typed,
  );

test("a move is told with the numbers that names get, and asks for nothing that is so already", () => {
  expect(plan().map(({ name, room }) => [name, room])).toEqual([
    ["Lamp 01", "Kitchen"],
    ["Lamp 03", "Kitchen"],
    ["Desk", "Kitchen"],
  ]);
  expect(planWords(plan())).toBe("1 of 3 names changes.");
  expect(editsFor(plan(), KITCHEN)).toEqual([
    { device: "1", room: "R1" },
    { device: "2", name: "Lamp 03", room: "R1" },
  ]);
});

test("a name that is typed goes before one that was made", () => {
  const typed = plan(new Map([["2", "Beam"]]));
  expect(typed[1]).toMatchObject({ name: "Beam" });
  expect(typed[1]).not.toHaveProperty("note");
  expect(editsFor(typed)).toEqual([{ device: "2", name: "Beam" }]);
});
