import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { emptyGateway } from "../../../test/support/home/empty-gateway.ts";
import { someFolder } from "../../../test/support/store/some-folder.ts";
import { PRODUCT_NAMES } from "../../core/home/model/catalogue.ts";
import { MOST_PROBLEM_LINES } from "../../shared/problem-lines.ts";
import { changesFor } from "./build.ts";
import { loadHome } from "./load.ts";
import { readHomeFile } from "./read.ts";

const DEMO = readFileSync("homes/demo.yaml", "utf8");

/** Pieces that home files and YAML are made of. */
const piece = fc.oneof(
  fc.constantFrom("\n", "\n  ", "\n  - ", "\n      ", "\r\n", "\t", " ", "- ", ": ", "? ", ", ", "[", "]", "{", "}"),
  fc.constantFrom("rooms:", "devices:", "scenes:", "gateway:", "name: A", "product: spot", "product: bar lamp"),
  fc.constantFrom("colour: 2700K", "colours: [2700K]", "brightness: 40%", "active: true", "area: A", "admitted: false"),
  fc.constantFrom("segments: [2700K]", "power_on: {on: true}", "serial: X", "update: '1'", "on: true", "type: a"),
  fc.constantFrom(
    "&a ",
    "*a",
    "<<: *a",
    "!!set ",
    "!!omap ",
    "!x ",
    "|",
    ">",
    '"',
    "'",
    "#",
    "%YAML 1.1\n",
    "---\n",
    "...\n",
  ),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "\ufeff",
    "\u0000",
    "\u2028",
    "\ud800",
    "~",
    "null",
    "1e999",
    "-0",
    ".nan",
  ),
);
const looksLikeAHome = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

/** The demo home with something taken out, put in or put elsewhere. */
const place = fc.nat({ max: DEMO.length });
const edit = fc.oneof(
  fc.tuple(place, fc.nat({ max: 40 })).map(
    ([at, length]) =>
      (text: string) =>
        text.slice(0, at) + text.slice(at + length),
  ),
  fc.tuple(place, piece).map(
    ([at, put]) =>
      (text: string) =>
        text.slice(0, at) + put + text.slice(at),
  ),
  fc.tuple(place, fc.nat({ max: 200 }), place).map(([from, length, to]) => (text: string) => {
    return text.slice(0, to) + text.slice(from, from + length) + text.slice(to);
  }),
  fc.tuple(fc.nat({ max: 120 }), fc.nat({ max: 120 })).map(([from, to]) => (text: string) => {
    const lines = text.split("\n");
    return lines.toSpliced(to, 0, ...lines.slice(from, from + 1)).join("\n");
  }),
);
const mutatedDemo = fc
  .array(edit, { minLength: 1, maxLength: 4 })
  .map((edits) => edits.reduce((text, make) => make(text), DEMO));

/** A few pieces, each of them again and again. */
const repeatedPieces = fc
  .array(fc.tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.nat({ max: 300 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((runs) => runs.map(([pieces, count]) => pieces.join("").repeat(count)).join("\n"));

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  repeatedPieces,
  { weight: 3, arbitrary: looksLikeAHome },
  { weight: 3, arbitrary: mutatedDemo },
);

/** The problems of a text that stand nowhere in it, or say nothing. */
function misplaced(text: string, problems: readonly { line: number; column: number; message: string }[]) {
  const lengths = text.split("\n").map((line) => line.length);
  return problems.filter(({ line, column, message }) => {
    return column < 1 || column > (lengths[line - 1] ?? -1) + 1 || message === "";
  });
}

test("any text at all is a home or has problems, and each problem stands inside the text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const read = readHomeFile(text, () => []);
      if ("file" in read) return;
      expect(read.problems).not.toEqual([]);
      expect(read.problems.length).toBeLessThanOrEqual(MOST_PROBLEM_LINES + 1);
      expect(misplaced(text, read.problems)).toEqual([]);
    }),
    { numRuns: times(500) },
  );
});

/** A name that a problem elsewhere in the file is told with. */
const UNPRINTABLE_ROOM = Buffer.from(DEMO.replace("name: Living room", "name: \u007fiving room"));

test("any bytes at all are a home or have problems, each in one line that begins with the file", () => {
  const path = join(someFolder(), "home.yaml");
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.tuple(fc.constant(DEMO), fc.nat({ max: DEMO.length - 1 }), fc.nat({ max: 255 })).map(([text, at, byte]) => {
      const bytes = Buffer.from(text);
      bytes[at] = byte;
      return bytes;
    }),
  );
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      writeFileSync(path, bytes);
      const loaded = loadHome(path, "1");
      if ("changes" in loaded) return;
      for (const line of loaded.problems) expect(line).toMatch(/^\S+home\.yaml:\P{Cc}+$/u);
      expect(loaded.problems).not.toEqual([]);
    }),
    { numRuns: times(200), examples: [[UNPRINTABLE_ROOM]] },
  );
});

test("words that run over two lines do not shift the lines of the problems after them", () => {
  const text = " gateway:\n  name: A\nrooms: { a\n  - name: B\n";
  const read = readHomeFile(text, () => []);
  expect("problems" in read && misplaced(text, read.problems)).toEqual([]);
});

test("the problems of a text come in the order in which they stand", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const read = readHomeFile(text, () => []);
      const places = "file" in read ? [] : read.problems.map(({ line, column }) => line * 1e6 + column);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    }),
    { numRuns: times(200) },
  );
});

/** A correct home: any number of rooms with products in them, each under a name of its own. */
const anyHome = fc
  .array(
    fc.record({
      name: fc.string({ minLength: 1, maxLength: 20 }),
      devices: fc.array(fc.constantFrom(...PRODUCT_NAMES), { maxLength: 5 }),
      colours: fc.array(fc.constantFrom("red", "2700K", "#ff8800"), { maxLength: 5 }),
    }),
    { maxLength: 5 },
  )
  .map((rooms) => ({
    rooms: rooms.map(({ name, devices, colours }, at) => ({
      name: `${at} ${name}`,
      devices: devices.map((product, number) => ({ name: `${product} ${number}`, product })),
      scenes: colours.length > 0 ? [{ name: "Scene", colours }] : [],
    })),
  }));

/** Makes a home, unless it has problems. */
function make(text: string): "made" | "problems" {
  const read = readHomeFile(text, () => []);
  if ("problems" in read) return "problems";
  const gateway = emptyGateway();
  const changes = changesFor(read.file, { version: "1", pictureAt: () => null });
  expect(changes.map((change) => gateway.submit(change))).toEqual(changes.map(() => "done"));
  return "made";
}

test("a home that reads without problems can be made", () => {
  fc.assert(
    fc.property(anyText, (text) => void make(text)),
    { numRuns: times(500), examples: [[DEMO]] },
  );
});

test("a correct home reads without problems, and can be made", () => {
  fc.assert(
    fc.property(anyHome, (home) => {
      expect(make(JSON.stringify(home))).toBe("made");
    }),
    { numRuns: times(200) },
  );
});

test("the demo home as it is has no problems", () => {
  expect(readHomeFile(DEMO, () => [])).toHaveProperty("file");
});
