import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../test/support/depth.ts";
import { readCsv, writeCsv } from "./csv.ts";

function texts(text: string): readonly (readonly string[])[] {
  const rows = readCsv(text);
  if ("message" in rows) throw new Error(rows.message);
  return rows.map((row) => row.map((cell) => cell.text));
}

test.each([
  [
    "device,name\nCeiling,Big\n",
    [
      ["device", "name"],
      ["Ceiling", "Big"],
    ],
  ],
  [
    '\uFEFFdevice;name\r\nCeiling;"Big, red"\r\n',
    [
      ["device", "name"],
      ["Ceiling", "Big, red"],
    ],
  ],
  [
    "device\tname\nA;B\tC,D",
    [
      ["device", "name"],
      ["A;B", "C,D"],
    ],
  ],
  [
    "\r\n  \r\n;;\ndevice;name\nA,1;B\n",
    [
      ["device", "name"],
      ["A,1", "B"],
    ],
  ],
  ...["sep=;\r\n", "SEP=;\n", '\uFEFF"sep=;"\r', "sep=;\n\n"].map((line): [string, string[][]] => [
    `${line}device,a;name\nA,1,2;B`,
    [
      ["device,a", "name"],
      ["A,1,2", "B"],
    ],
  ]),
  ["sep=|\na|b;c", [["a", "b;c"]]],
  ["sep=;", []],
  ['"two\nlines"\ta', [["two\nlines", "a"]]],
  ['"a ""quoted"" word","two\r\nlines",', [['a "quoted" word', "two\r\nlines", ""]]],
  [
    "a, b \n\n , \nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["", []],
])("%j is read as a spreadsheet means it", (text, rows) => {
  expect(texts(text)).toEqual(rows);
});

test("cells know where they begin, also behind line ends in quotes", () => {
  const rows = readCsv('a,b\r\n"x\ny",c\nd');
  if ("message" in rows) throw new Error(rows.message);
  expect(rows.flat().map(({ line, column }) => `${line}:${column}`)).toEqual(["1:1", "1:3", "2:1", "3:4", "4:1"]);
});

test.each([
  ['a,b\n"c,d\n', { line: 2, column: 1, message: 'the quoted cell that begins here is not closed; expected a "' }],
  [
    'a,b\nc,"d" e',
    { line: 2, column: 3, message: "unexpected text after the closing quote; double a quote inside a cell" },
  ],
])("%j is refused with its place", (text, problem) => {
  expect(readCsv(text)).toEqual(problem);
});

test.each([
  ["=1+1", "'=1+1"],
  ["+49 30 1234", "'+49 30 1234"],
  ["-2", "'-2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["＝1", "'＝1"],
  ["'=1", "''=1"],
  ["\t=1", "\"'\t'=1\""],
  ["\rx", '"\'\rx"'],
  ["a;=1", '"a;\'=1"'],
  ['a;"=1', '"a;""\'=1"'],
  ["a, =1", '"a, \'=1"'],
  ["a=1", "a=1"],
  ["Jo's 'lamp'", "Jo's 'lamp'"],
  ["'90s", "'90s"],
])("%j is written as %s, which no spreadsheet takes for a formula", (cell, written) => {
  expect(writeCsv([[cell]])).toBe(`${written}\n`);
});

/** Any reader of CSV, with any separator: what cells may a spreadsheet see? */
const seenBy = (text: string, separator: string): readonly string[] =>
  text
    .split("\n")
    .flatMap((line) => line.split(separator))
    .map((cell) => cell.replace(/^[" ]+/, ""));

test("no cell is a formula, whichever separator a spreadsheet takes", () => {
  const letters = fc.array(fc.constantFrom("=", "+", "-", "@", "'", '"', ",", ";", "\t", "\r", "\n", " ", "a"));
  fc.assert(
    fc.property(
      fc.array(
        letters.map((all) => all.join("")),
        { minLength: 1 },
      ),
      (row) => {
        for (const separator of [",", ";", "\t"]) {
          const formulas = seenBy(writeCsv([row]), separator).filter((cell) => /^[=+\-@]/.test(cell));
          expect(formulas).toEqual([]);
        }
      },
    ),
    { numRuns: times(1_000) },
  );
});

test("any table is the same after it was written and read, and any text can be read or is refused", () => {
  const formula = fc
    .array(fc.constantFrom("=", "-", "@", "'", '"', ";", "\t", "\r", " ", "a"))
    .map((all) => all.join(""));
  const cell = fc.oneof(fc.string(), formula, fc.constantFrom('"', ",", ";", "\r\n", " a ", "ü"));
  const anyTable = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
  fc.assert(
    fc.property(anyTable, fc.string(), (rows, text) => {
      const table = [["device", "name"], ...rows.filter((row) => row.some((one) => one !== ""))];
      expect(texts(writeCsv(table))).toEqual(table);
      expect(readCsv(text)).toBeDefined();
    }),
    { numRuns: times(1_000) },
  );
});

test("places in a table that names its separator are those of its lines", () => {
  expect(readCsv("sep=;\na;b\n")).toEqual([
    [
      { text: "a", line: 2, column: 1 },
      { text: "b", line: 2, column: 3 },
    ],
  ]);
  expect(readCsv('sep=;\na;"b')).toMatchObject({ line: 2, column: 3 });
});
