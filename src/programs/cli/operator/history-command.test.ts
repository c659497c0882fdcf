import { describe, expect, test } from "vitest";
import { rowsIn } from "../../../../test/support/cli/printed-table.ts";
import type { RecordedEntry } from "../../../core/home/trail-entry.ts";
import { sinceTime, whoFrom } from "./history-command.ts";
import { damageLine, historyLines, historyTable } from "./history-table.ts";

const NOW_MILLIS = Date.parse("2026-11-16T20:00:00.000Z");

describe("--since", () => {
  test.each([
    ["30s", "2026-11-16T19:59:30.000Z"],
    ["2h", "2026-11-16T18:00:00.000Z"],
    ["7d", "2026-11-09T20:00:00.000Z"],
    ["2026-11-01", new Date("2026-11-01T00:00").toISOString()],
    ["2026-11-01 18:30", new Date("2026-11-01T18:30").toISOString()],
    ["2026-11-01T18:30:00Z", "2026-11-01T18:30:00.000Z"],
  ])("%s is %s", (words, time) => {
    expect(sinceTime(words, NOW_MILLIS)).toBe(time);
  });

  test.each(["", "yesterday", "5", "2026-13-01", "2026-11-01x", "-2h"])("%j is refused", (words) => {
    expect(() => sinceTime(words, NOW_MILLIS)).toThrow("Expected a time such as 30m");
  });
});

const entry: Omit<RecordedEntry, "by" | "did"> = {
  sequence: 1,
  at: "2026-11-16T20:15:00.000Z",
  devices: [],
  outcome: "done",
};

describe("the history", () => {
  test("is a table that lines up, with what became of each thing and why, in which nobody passes for another", () => {
    const table = historyTable([
      { ...entry, by: { kind: "key", name: "acme#panel" }, did: "one" },
      { ...entry, by: { kind: "address", name: "10.0.0.7" }, did: "two", outcome: "refused", why: "no", unwritten: 3 },
      { ...entry, by: { kind: "backend" }, did: "three", outcome: "put-back" },
      { ...entry, by: { kind: "key", name: "the operator" }, did: "four" },
    ]);
    expect(rowsIn(table)).toMatchObject([
      { WHO: "key acme#panel", WHAT: "one", OUTCOME: "done" },
      { WHO: "address 10.0.0.7", WHAT: expect.stringMatching(/^two \(.*\b3\b/), OUTCOME: "refused: no" },
      { WHO: "the backend", WHAT: "three", OUTCOME: "put back" },
      { WHO: "key the operator", WHAT: "four", OUTCOME: "done" },
    ]);
  });

  test("says so where there is none, and is followed in lines without anything that disturbs a terminal", () => {
    expect(historyTable([])).toMatch(/empty/);
    expect(historyTable([], ['--device "Lapm"'])).toMatch(/^No .* --device "Lapm"/);
    const [line = ""] = historyLines([{ ...entry, by: { kind: "operator" }, did: "a\u001b[31mb" }]);
    expect(line).toMatch(/the operator +a \[31mb .* done$/);
  });

  test("says how many of its lines are damaged", () => {
    expect([0, 1, 2].map(damageLine)).toEqual([
      undefined,
      expect.stringMatching(/^1 line .* is damaged/),
      expect.stringMatching(/^2 lines .* are damaged/),
    ]);
  });

  test("is asked for by who it was also as the table has it", () => {
    const written = ["the operator", "The backend", "operator", "the panel"];
    expect(written.map(whoFrom)).toEqual(["operator", "backend", "operator", "the panel"]);
  });
});
