import { expect, test } from "vitest";
import { namesAmong } from "./placed-names.ts";

test("a name that others have too comes with its room, and no other does", () => {
  const all = [
    { name: "Lamp 1", room: "Kitchen" },
    { name: "lamp 1", room: "Hall" },
    { name: "Lamp 1", room: null },
    { name: "Porch", room: "Hall" },
  ];
  expect(all.map(namesAmong(all))).toEqual(["Lamp 1 (Kitchen)", "lamp 1 (Hall)", "Lamp 1", "Porch"]);
});
