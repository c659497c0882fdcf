import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../test/support/arbitraries.ts";
import { displayWidth } from "./display-width.ts";
import { withSquares } from "./paint.ts";
import { printable } from "./printable.ts";
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
