import { expect, test } from "vitest";
import { aDeviceRow } from "../../../../../test/support/page/device-row.ts";
import { arranged, type DeviceRow } from "./arranged-devices.ts";

const ROWS = [
  aDeviceRow({ name: "Lamp 10", room: "Kitchen" }),
  aDeviceRow({ name: "lamp 9", room: null, online: false }),
  aDeviceRow({ name: "Bar", room: "Attic", admitted: false, newVersion: "2.0.0" }),
];

const names = (rows: readonly DeviceRow[]) => rows.map(({ name }) => name);

test("devices are in the order of people: numbers by size, letters whatever their case", () => {
  const byName = arranged(ROWS, { text: "", shown: "all" }, { by: "name", isDescending: false });
  expect(names(byName)).toEqual(["Bar", "lamp 9", "Lamp 10"]);
});

test("those in no room come last, whichever way the rooms are sorted", () => {
  const byRoom = (isDescending: boolean) =>
    names(arranged(ROWS, { text: "", shown: "all" }, { by: "room", isDescending }));
  expect(byRoom(false)).toEqual(["Bar", "Lamp 10", "lamp 9"]);
  expect(byRoom(true)).toEqual(["Lamp 10", "Bar", "lamp 9"]);
});

test("what was seen longest ago, or never, comes first", () => {
  const rows = [
    aDeviceRow({ name: "now", lastSeenAt: "2026-11-19T05:00:00.000Z" }),
    aDeviceRow({ name: "never", lastSeenAt: null }),
    aDeviceRow({ name: "before", lastSeenAt: "2026-11-19T04:59:59.900Z" }),
  ];
  const seen = arranged(rows, { text: "", shown: "all" }, { by: "lastSeenAt", isDescending: false });
  expect(names(seen)).toEqual(["never", "before", "now"]);
});

test("those that are alike are in the order of their names, whichever way the others are sorted", () => {
  const rows = ["Lamp 10", "Lamp 9", "Bar"].map((name) => aDeviceRow({ name, room: "Hall" }));
  for (const isDescending of [false, true])
    expect(names(arranged(rows, { text: "", shown: "all" }, { by: "room", isDescending }))).toEqual([
      "Bar",
      "Lamp 9",
      "Lamp 10",
    ]);
});

test("some are chosen by their state or by words", () => {
  const order = { by: "name", isDescending: false } as const;
  expect(names(arranged(ROWS, { text: "", shown: "offline" }, order))).toEqual(["lamp 9"]);
  expect(names(arranged(ROWS, { text: "", shown: "waiting" }, order))).toEqual(["Bar"]);
  expect(names(arranged(ROWS, { text: "", shown: "updatable" }, order))).toEqual(["Bar"]);
  expect(names(arranged(ROWS, { text: "kitchen 10", shown: "all" }, order))).toEqual(["Lamp 10"]);
});

test("words that are a name or a room together find those, and not whatever has each of them somewhere", () => {
  const rows = [
    aDeviceRow({ name: "Lamp 107", room: "Room 7" }),
    aDeviceRow({ name: "Lamp 7", room: "Room 07", serial: "S07" }),
  ];
  const found = (text: string) => names(arranged(rows, { text, shown: "all" }, { by: "name", isDescending: false }));
  expect(found("room 07")).toEqual(["Lamp 7"]);
  expect(found("7 room")).toEqual(["Lamp 7", "Lamp 107"]);
});
