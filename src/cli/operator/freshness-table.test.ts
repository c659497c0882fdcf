import { expect, test } from "vitest";
import { freshnessTable } from "./freshness-table.ts";

test("each lamp has a row with its values and how they are known, for what it can do alone", () => {
  const lights = [
    {
      id: "A",
      name: "Ceiling",
      room: "Kitchen",
      on: { shown: "on", known: "confirmed" as const },
      brightness: { shown: "40%", known: "assumed" as const },
      colour: { shown: "2700K", known: "remembered" as const },
    },
    {
      id: "B",
      name: "Porch",
      room: null,
      on: { shown: "off", known: "remembered" as const },
      brightness: null,
      colour: null,
    },
  ];
  expect(freshnessTable(lights).split("\n")).toEqual([
    "NAME     ROOM     ON              BRIGHTNESS   COLOUR",
    "Ceiling  Kitchen  on confirmed    40% assumed  2700K remembered",
    "Porch    -        off remembered  -            -",
  ]);
});
