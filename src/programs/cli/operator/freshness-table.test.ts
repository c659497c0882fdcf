import { expect, test } from "vitest";
import { rowsIn } from "../../../../test/support/cli/printed-table.ts";
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
  expect(rowsIn(freshnessTable(lights))).toMatchObject([
    { NAME: "Ceiling", ROOM: "Kitchen", ON: "on confirmed", BRIGHTNESS: "40% assumed", COLOUR: "2700K remembered" },
    { NAME: "Porch", ROOM: "-", ON: "off remembered", BRIGHTNESS: "-", COLOUR: "-" },
  ]);
});
