import { expect, test } from "vitest";
import { readHomeFile } from "./read.ts";

function problemsIn(text: string): readonly string[] {
  const read = readHomeFile(text, () => []);
  return "problems" in read ? read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`) : [];
}

test.each<readonly [what: string, text: string, problem: RegExp]>([
  ["a list that does not end", "rooms: [\n", /^2:1 invalid YAML: Flow sequence .* must .* end with a \]$/],
  ["quotes that do not end", 'rooms:\n  - name: "Hall\n', /^3:1 invalid YAML: Missing closing "quote$/],
  ["a tab for indentation", "rooms:\n\t- name: Hall\n", /^2:1 invalid YAML: Tabs are not allowed as indentation$/],
  ["a key that is there twice", "rooms:\n  - name: A\n    name: B\n", /^3:5 duplicate key$/],
  ["two documents", "rooms: []\n---\nrooms: []\n", /^2:1 a second YAML document begins here; expected only one$/],
])("YAML with %s is told where it breaks off", (_what, text, problem) => {
  expect(problemsIn(text)).toEqual([expect.stringMatching(problem)]);
});

test("a problem in the second of two equal keys is not told of the first", () => {
  const text = "devices:\n  - {name: A, product: spot}\ndevices:\n  - {name: 5, product: spot}\n";
  const problems = problemsIn(text);
  expect(problems).toContainEqual(expect.stringMatching(/^3:1 duplicate key/));
  expect(problems).not.toContainEqual(expect.stringMatching(/^2:/));
});

test("a reference to something that there is not is told where it stands", () => {
  expect(problemsIn("rooms:\n  - name: *hall\n")).toEqual([expect.stringMatching(/^2:11 .*hall/)]);
});

/** Nine times nine times nine... values out of a few lines. */
const bomb = ["a", "b", "c", "d", "e", "f", "g", "h"]
  .map((name, at, names) => `${name}: &${name} [${Array(9).fill(at === 0 ? "x" : `*${names[at - 1]}`)}]\n`)
  .join("");

test("references that explode into millions of values are one problem, which says so", () => {
  expect(problemsIn(bomb)).toEqual([expect.stringMatching(/alias/)]);
});

test("a thing that refers to itself is a problem and no fault", () => {
  expect(problemsIn("rooms: &rooms [*rooms]\n")).toEqual(["1:16 rooms: expected a room with a name"]);
});

test("nesting beyond all measure is a problem and no fault", () => {
  for (const opening of ["[", "{a: ", "- ", "? "]) expect(problemsIn(opening.repeat(5000))).not.toEqual([]);
});

test("one blank too many is one problem, whatever stands behind it", () => {
  expect(problemsIn(" gateway:\n  name: A\nrooms:\n  - name: B\n    type: c\n")).toHaveLength(1);
});

test.each(["", "# Nothing yet.\n", "~"])("the file %j, which says nothing, is no home", (text) => {
  expect(problemsIn(text)).toEqual(["1:1 the file: expected a home with rooms and devices"]);
});

test.each(["{}", "rooms: []"])("the file %j is an empty home", (text) => {
  expect(problemsIn(text)).toEqual([]);
});

test.each(["!!set {rooms}", "!!omap [rooms: []]"])("%s does not pass for an empty home", (text) => {
  expect(problemsIn(text)).not.toEqual([]);
});

test("JSON is read as well", () => {
  const file = { devices: [{ name: "A", product: "spot", brightness: 40 }] };
  expect(readHomeFile(JSON.stringify(file, null, 2), () => [])).toEqual({ file });
});

test.each([
  ["carriage returns", "rooms:\r\n  - name: 5\r\n"],
  ["a byte order mark", "\ufeffrooms:\n  - name: 5\n"],
])("%s do not shift the place of a problem", (_what, text) => {
  expect(problemsIn(text)).toEqual(["2:11 name: expected a name of 1 to 128 characters"]);
});

test("what a look at the disk shows stands among the other problems, in order", () => {
  const text = "rooms:\n  - name: 5\n    scenes:\n      - {name: 7, colours: [2700K]}\n";
  const read = readHomeFile(text, () => [{ path: ["rooms", 0, "scenes"], atKey: true, message: "seen on the disk" }]);
  expect("problems" in read && read.problems.map(({ line, message }) => [line, message])).toEqual([
    [2, "name: expected a name of 1 to 128 characters"],
    [3, "seen on the disk"],
    [4, "name: expected a name of 1 to 128 characters"],
  ]);
});

test.each([
  ["brightnes: 40%", "brightness"],
  ["color: 2700K", "colour"],
  ["poweron: memory", "power_on"],
  ["Online: true", "online"],
  ["serail: X1", "serial"],
])("the key in %s is taken for %s", (line, meant) => {
  const text = `devices:\n  - name: A\n    product: spot\n    ${line}\n`;
  expect(problemsIn(text)).toEqual([`4:5 unknown key "${line.split(":")[0]}"; did you mean "${meant}"?`]);
});

test.each([
  ["colour bub", "colour bulb"],
  ["Bar Lamp", "bar lamp"],
  ["dimable bulb", "dimmable bulb"],
])("the product %s is taken for %s", (written, meant) => {
  const [problem = ""] = problemsIn(`devices:\n  - name: A\n    product: ${written}\n`);
  expect(problem).toMatch(/^3:14 product: expected a product: /);
  expect(problem.endsWith(`; did you mean "${meant}"?`)).toBe(true);
});

test("a word that is like no other is taken for none", () => {
  expect(problemsIn("devices:\n  - name: A\n    product: refrigerator\n").join()).not.toContain("did you mean");
});

test("an area is looked for among the rooms of the file", () => {
  const text = "rooms:\n  - name: Lounge\ndevices:\n  - {name: Box, product: sync box, area: Longe}\n";
  expect(problemsIn(text)).toEqual(['4:42 area: expected the name of a room in this file; did you mean "Lounge"?']);
});

test("what a person wrote cannot disturb the terminal", () => {
  const [problem = ""] = problemsIn('"\\e[2J\\u202Ebad": 1\n');
  expect(problem).toMatch(/^1:1 unknown key "\?\[2J\?bad"/);
});
