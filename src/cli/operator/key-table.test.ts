import { expect, test } from "vitest";
import type { KeyView } from "../../control/views/access-view.ts";
import { keyTable } from "./key-table.ts";

const panel: KeyView = {
  id: "3F2A91B0-1C2D-4E3F-8A4B-5C6D7E8F9A0B",
  name: "acme#panel",
  madeAt: "2026-11-15T12:00:00.000Z",
  lastUsedAt: null,
};
const phone: KeyView = {
  ...panel,
  id: "AA00BB11-1C2D-4E3F-8A4B-5C6D7E8F9A0B",
  name: "acme#\u001b[31mphone",
  lastUsedAt: "2026-11-15T12:30:00.000Z",
};

const TIME = String.raw`2026-11-1[56] \d\d:\d\d:\d\d`;

test("each key has a line, with the times on the wall and so much of its id as names it", () => {
  const lines = keyTable([panel, phone]).split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/^CLIENT {11}ID {8}CREATED {14}LAST USED$/),
    expect.stringMatching(`^acme#panel {7}3F2A91B0  ${TIME}  never$`),
    expect.stringMatching(`^acme# \\[31mphone  AA00BB11  ${TIME}  ${TIME}$`),
  ]);
});

test("keys whose ids begin alike are shown with the whole id", () => {
  const twin = { ...phone, id: "3F2A91B0-FFFF-4E3F-8A4B-5C6D7E8F9A0B" };
  const shown = keyTable([panel, twin, phone]);
  for (const { id } of [panel, twin]) expect(shown).toContain(`  ${id}  `);
  expect(shown).toContain("  AA00BB11  ");
});

test("where there are none, it says how one is made", () => {
  expect(keyTable([])).toBe(
    'No clients are paired. To pair one, press the button ("luxgate press"), then pair in the client within 10 s.',
  );
});
