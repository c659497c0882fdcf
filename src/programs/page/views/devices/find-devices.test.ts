import { expect, test } from "vitest";
import { aDeviceRow } from "../../../../../test/support/page/device-row.ts";
import { foundIn } from "./find-devices.ts";

const ROWS = [
  aDeviceRow({ name: "Desk", room: "Room 101", serial: "LX20501-0001" }),
  aDeviceRow({ name: "Desk 2", room: "Room 220", serial: "LXA36101-0002" }),
  aDeviceRow({ name: "Bathroom 4", room: "Lobby", serial: "LX4-0003" }),
  aDeviceRow({ name: "Leselampe", room: "Küche", serial: "LX20501-0004" }),
  aDeviceRow({ name: "Lamp", room: "Room 4", serial: "LX20501-0005" }),
  aDeviceRow({ name: "Lamp", room: "Room 41", serial: "LX20501-0006" }),
];

test.each([
  ["room 101", ["Room 101"]],
  ["101", ["Room 101"]],
  ["Room 4", ["Room 4"]],
  ["room 2", ["Room 220"]],
  ["lxa36", ["Room 220"]],
  ["LX20501-0004", ["Küche"]],
  ["0004", []],
  ["kuche lese", ["Küche"]],
  ["lampe", ["Küche"]],
  ["lobby bath", ["Lobby"]],
])("%s finds devices by the beginnings of words, and by the beginning of a serial number", (text, rooms) => {
  expect(foundIn(ROWS, text).map(({ room }) => room)).toEqual(rooms);
});
