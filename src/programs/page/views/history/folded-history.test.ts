import fc from "fast-check";
import { expect, test } from "vitest";
import { foldedHistory, type HistoryEntry, rowWords } from "./folded-history.ts";

const KEY = { kind: "key", name: "panel" } as const;

/** An entry so many seconds after the first. */
const entry = (sequence: number, seconds: number, fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  sequence,
  at: new Date(Date.UTC(2026, 10, 18) + seconds * 1_000).toISOString(),
  by: KEY,
  did: `light "Porch" set (${sequence}%)`,
  devices: ["D1"],
  outcome: "done",
  ...fields,
});

const shown = (entries: readonly HistoryEntry[]) =>
  foldedHistory(entries.toReversed()).map((row) => `${row.count}: ${rowWords(row)}`);

test("a drag is one row with its beginning and its end", () => {
  expect(shown([entry(1, 0), entry(2, 0.1), entry(3, 2.5), entry(4, 60)])).toEqual([
    '1: light "Porch" set (4%)',
    '3: light "Porch" set (1% → 3%)',
  ]);
});

test("so is a drag of a room, which dims what is lit there", () => {
  const dimmed = (sequence: number, seconds: number) =>
    entry(sequence, seconds, { did: `lights of room "Hall" dimmed (${sequence}%)`, devices: ["D1", "D2"] });
  expect(shown([dimmed(1, 0), dimmed(2, 0.1), dimmed(3, 0.2)])).toEqual(['3: lights of room "Hall" dimmed (1% → 3%)']);
});

test("a drag that may have begun before the entries that were read says so", () => {
  const entries = [entry(1, 0), entry(2, 0.1), entry(3, 60), entry(4, 60.1)].toReversed();
  expect(foldedHistory(entries, true).map(({ isOpenEnded = false }) => isOpenEnded)).toEqual([false, true]);
  expect(foldedHistory(entries, false).some(({ isOpenEnded = false }) => isOpenEnded)).toBe(false);
});

test("devices that were moved or renamed together are one row each, which has all of them", () => {
  const edited = (sequence: number, device: string, did: string) => entry(sequence, 0, { devices: [device], did });
  const entries = [
    edited(1, "D1", '"Lamp 1" (Kitchen) moved from "Kitchen" to "Hall"'),
    edited(2, "D2", `${JSON.stringify('Lamp "2"')} moved to "Hall"`),
    edited(3, "D1", '"Lamp 1" renamed to "Hall 1"'),
    edited(4, "D3", '"Lamp 3" moved from "Hall" to no room'),
  ];
  const moved = entries.slice(0, 2);
  expect(shown(moved)).toEqual(['2: 2 devices moved to "Hall"']);
  expect(foldedHistory(moved.toReversed())[0]?.entries).toEqual(moved.toReversed());
  expect(shown(entries)).toHaveLength(3);
  expect(shown([...entries, edited(5, "D1", '"Hall 1" renamed to "Hall 2"')])).toHaveLength(4);
});

test("commands of others, for others, refused, or of another kind stay apart", () => {
  const entries = [
    entry(1, 0),
    entry(2, 0.1, { by: { kind: "operator" } }),
    entry(3, 0.2, { did: 'light "Desk" set (3%)', devices: ["D2"] }),
    entry(4, 0.3, { outcome: "refused", why: "no key" }),
    entry(5, 0.4, { did: '"Porch" renamed to "Door"' }),
    entry(6, 0.5, { did: '"Porch" renamed to "Door"' }),
  ];
  expect(foldedHistory(entries.toReversed())).toHaveLength(6);
});

test("two lamps that are dragged at once are two rows, and what interrupts a drag is seen in its place", () => {
  const desk = (sequence: number, seconds: number) =>
    entry(sequence, seconds, { did: `light "Desk" set (${sequence}%)`, devices: ["D2"] });
  expect(shown([entry(1, 0), desk(2, 0.1), entry(3, 0.2), desk(4, 0.3)])).toEqual([
    '2: light "Desk" set (2% → 4%)',
    '2: light "Porch" set (1% → 3%)',
  ]);
  const offline = entry(2, 0.1, { by: { kind: "backend" }, did: '"Porch" offline' });
  expect(shown([entry(1, 0), offline, entry(3, 0.2)])).toEqual([
    '1: light "Porch" set (3%)',
    '1: "Porch" offline',
    '1: light "Porch" set (1%)',
  ]);
});

test("every entry is in one row, whatever happened", () => {
  const anyEntry = fc.record({
    seconds: fc.integer({ min: 0, max: 5 }),
    devices: fc.subarray(["D1", "D2"]),
    did: fc.constantFrom('light "Porch" set (on)', 'light "Desk" set (off)', "pressed"),
    by: fc.constantFrom(KEY, { kind: "operator" } as const),
  });
  fc.assert(
    fc.property(fc.array(anyEntry), (all) => {
      const entries = all.map(({ seconds, ...fields }, at) => entry(at + 1, at + seconds, fields));
      const rows = foldedHistory(entries.toReversed());
      expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(entries.length);
      expect(rows.map(({ last }) => last.sequence)).toEqual(
        rows.map(({ last }) => last.sequence).toSorted((one, other) => other - one),
      );
    }),
  );
});
