import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../../test/support/home/arbitraries.ts";
import { printable } from "../../../shared/printable.ts";
import { displayWidth } from "./display-width.ts";
import { withSquares } from "./paint.ts";
import { table } from "./table.ts";

test.each([
  ["Lamp", 4],
  ["Küche", 5],
  ["Ku\u0308che", 5],
  ["灯", 2],
  ["ランプ", 6],
  ["조명", 4],
  ["🛋️", 2],
  ["👩‍🚀", 2],
  ["🇩🇪", 2],
  ["❤️", 2],
  ["❤", 1],
  ["a\u200bb", 2],
  ["", 0],
])("%j takes %i columns of a terminal", (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test("columns line up, and a row has one line, whatever the names are", () => {
  const name = fc.oneof(anyText, fc.constantFrom("灯", "🛋️ lamp", "e\u0301", "\u001b[31mred\nline"));
  fc.assert(
    fc.property(fc.array(fc.tuple(name, name)), (rows) => {
      const [, ...lines] = table(
        ["NAME", "ROOM", "END"],
        rows.map(([one, other]) => [one, other, "|"]),
      ).split("\n");
      expect(lines).toHaveLength(rows.length);
      const ends = rows.map((row, index) => {
        const shown = row.map(printable);
        const blanks = (lines[index] ?? "").length - shown.join("").length;
        return shown.reduce((width, text) => width + displayWidth(text), blanks);
      });
      expect(new Set(ends).size).toBeLessThanOrEqual(1);
    }),
  );
});

test("squares in a lamp's colours do not move the columns, and are there only where colours can be shown", () => {
  const state = (bits: number) => withSquares("on", ["#ff8800", "2700K"], bits);
  expect(state(1)).toBe("on");
  const shown = table(
    ["STATE", "ONLINE"],
    [
      [state(24), "yes"],
      ["off", "no"],
    ],
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what begins a colour on a terminal
  expect(shown.replace(/\u001b\[[0-9;]*m/g, "")).toBe("STATE  ONLINE\n■■ on  yes\noff    no");
  expect(shown).toContain("\u001b[38;2;255;136;0m■");
});

const DEVICES = ["NAME", "ROOM", "SERIAL", "STATE"];
const LAMP = ["Reading lamp", "Living room", "LX20501-0001", "on 80% 2700K (synced)"];

test("a table that is as wide as its terminal, or narrower, stands as it is", () => {
  expect(table(DEVICES, [LAMP], 62)).toBe(table(DEVICES, [LAMP], Number.POSITIVE_INFINITY));
  expect(table(DEVICES, [LAMP], 62).split("\n")).toHaveLength(2);
});

test("on a narrow terminal long cells go on in the next line, and no word is broken", () => {
  expect(table(DEVICES, [LAMP, ["Porch", "-", "LX20101-0001", "off"]], 48)).toBe(
    [
      "NAME        ROOM        SERIAL        STATE",
      "Reading     Living      LX20501-0001  on 80%",
      "lamp        room                      2700K",
      "                                      (synced)",
      "Porch       -           LX20101-0001  off",
    ].join("\n"),
  );
});

test("on a narrower one what is in a row stands under the first of it, and an id below its label", () => {
  const headings = ["LIGHT", "ROOM", "ID", ""];
  const id = "888D095C-ACD9-5D50-9709-089657890EDC";
  const rows = [
    ["Reading lamp", "Living room with a view", id, ""],
    ["Porch", "-", "1", "offline"],
  ];
  expect(table(headings, rows, 40)).toBe(
    [
      "Reading lamp",
      "  room  Living room with a view",
      "  id",
      `    ${id}`,
      "",
      "Porch",
      "  room  -",
      "  id    1",
      "        offline",
    ].join("\n"),
  );
});

test("whatever the names are, no line is wider than the terminal, and nothing is left out", () => {
  const word = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom("灯", "🛋️", "ランプ", "é", "x".repeat(50)));
  const name = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `a${words.join(" ")}`);
  const row = fc.tuple(name, name, fc.constant("LX20501-0001"), name);
  const withoutBlanks = (text: string) => printable(text).replace(/\s/gu, "");
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), fc.integer({ min: 40, max: 130 }), (rows, columns) => {
      const lines = table(DEVICES, rows, columns).split("\n");
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      const characters = (text: string) => [...withoutBlanks(text)].sort();
      const isListed = !lines[0]?.startsWith("NAME");
      const labels = isListed ? rows.flatMap(() => DEVICES.slice(1).map((heading) => heading.toLowerCase())) : DEVICES;
      expect(characters(lines.join(""))).toEqual(characters([...labels, ...rows.flat()].join("")));
    }),
  );
});

test("what is painted is wrapped as it is seen, and its colours are never broken", () => {
  const state = withSquares("on 80% and some more words", ["#ff8800", "2700K"], 24);
  const lines = table(["NAME", "STATE"], [["Lamp", state]], 20).split("\n");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what begins a colour on a terminal
  expect(lines.map((line) => line.replace(/\u001b\[[0-9;]*m/g, ""))).toEqual([
    "NAME  STATE",
    "Lamp  ■■ on 80% and",
    "      some more",
    "      words",
  ]);
  expect(lines[1]).toContain("\u001b[38;2;255;136;0m■\u001b[39m");
});
