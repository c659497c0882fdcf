import { expect, test } from "vitest";
import type { HistoryEntry } from "./folded-history.ts";
import { removedIn } from "./removed-devices.ts";

const entry = (did: string, fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ sequence: 1, at: "2026-11-18T00:00:00.000Z", by: { kind: "operator" }, did, devices: ["D1"], outcome: "done" },
  ...fields,
});

test("devices that were removed are known by the names and rooms that they had", () => {
  const entries = [
    entry('"Lamp \\"1\\"" removed from "Kitchen"'),
    entry('"Porch" removed', { devices: ["D2"] }),
    entry('"Bar" removed from "Hall"', { outcome: "refused" }),
    entry('room "Hall" removed', { devices: [] }),
    entry('light "removed" set (on)'),
  ];
  expect(removedIn(entries)).toEqual([
    ["D1", 'Lamp "1" (Kitchen), removed'],
    ["D2", "Porch, removed"],
  ]);
});
