import { expect, test } from "vitest";
import { readCsv } from "../../../shared/csv.ts";
import { arranged, csvOf, type DeviceRow } from "./arranged-devices.ts";

const aRow = (fields: Partial<DeviceRow>): DeviceRow => ({
  id: "id",
  serial: "S1",
  name: "Lamp",
  room: null,
  product: "colour bulb",
  version: "1.0.0",
  newVersion: null,
  online: true,
  admitted: true,
  state: "on",
  lights: [],
  syncBox: null,
  ...fields,
});

const ROWS = [
  aRow({ name: "Lamp 10", room: "Kitchen" }),
  aRow({ name: "lamp 9", room: null, online: false }),
  aRow({ name: "Bar", room: "Attic", admitted: false, newVersion: "2.0.0" }),
];

const names = (rows: readonly DeviceRow[]) => rows.map(({ name }) => name);

test("devices are in the order of people: numbers by size, letters whatever their case", () => {
  const byName = arranged(ROWS, { text: "", shown: "all" }, { by: "name", isDescending: false });
  expect(names(byName)).toEqual(["Bar", "lamp 9", "Lamp 10"]);
});

test("those in no room come last", () => {
  const byRoom = arranged(ROWS, { text: "", shown: "all" }, { by: "room", isDescending: false });
  expect(names(byRoom)).toEqual(["Bar", "Lamp 10", "lamp 9"]);
});

test("some are chosen by their state or by words", () => {
  const order = { by: "name", isDescending: false } as const;
  expect(names(arranged(ROWS, { text: "", shown: "offline" }, order))).toEqual(["lamp 9"]);
  expect(names(arranged(ROWS, { text: "", shown: "waiting" }, order))).toEqual(["Bar"]);
  expect(names(arranged(ROWS, { text: "", shown: "updatable" }, order))).toEqual(["Bar"]);
  expect(names(arranged(ROWS, { text: "kitchen 10", shown: "all" }, order))).toEqual(["Lamp 10"]);
});

test("a table of any names is read by the gateway as it was meant", () => {
  const values = ['5" strip', "a,b", "line\nbreak", " Küche "];
  const csv = csvOf(
    "name",
    values.map((value, at) => ({ id: String(at), value })),
  );
  const read = readCsv(csv);
  expect("message" in read ? read : read.slice(1).map((row) => row[1]?.text)).toEqual(values);
});

test("words that are a name or a room together find those, and not whatever has each of them somewhere", () => {
  const rows = [aRow({ name: "Lamp 107", room: "Room 7" }), aRow({ name: "Lamp 7", room: "Room 07", serial: "S07" })];
  const found = (text: string) => names(arranged(rows, { text, shown: "all" }, { by: "name", isDescending: false }));
  expect(found("room 07")).toEqual(["Lamp 7"]);
  expect(found("7 room")).toEqual(["Lamp 7", "Lamp 107"]);
});
