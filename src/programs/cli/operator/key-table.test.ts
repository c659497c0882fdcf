import { expect, test } from "vitest";
import { rowsIn } from "../../../../test/support/cli/printed-table.ts";
import type { KeyView } from "../../../edges/control/views/access-view.ts";
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

const TIME = expect.stringMatching(/^2026-11-1[56] \d\d:\d\d:\d\d$/);

test("each key has a line, with the times on the wall and so much of its id as names it", () => {
  expect(rowsIn(keyTable([panel, phone]))).toMatchObject([
    { CLIENT: "acme#panel", ID: "3F2A91B0", CREATED: TIME, "LAST USED": "never" },
    { CLIENT: "acme# [31mphone", ID: "AA00BB11", CREATED: TIME, "LAST USED": TIME },
  ]);
});

test("keys whose ids begin alike are shown with the whole id", () => {
  const twin = { ...phone, id: "3F2A91B0-FFFF-4E3F-8A4B-5C6D7E8F9A0B" };
  const shown = rowsIn(keyTable([panel, twin, phone]));
  expect(shown.map(({ ID }) => ID)).toEqual([panel.id, twin.id, "AA00BB11"]);
});

test("where there are none, it says how one is made", () => {
  expect(keyTable([])).toMatch(/^No clients .*luxgate press.* 10 s/);
});
