import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { someFolder } from "../../../test/support/store/some-folder.ts";
import { MOST_PROBLEM_LINES } from "../../shared/problem-lines.ts";
import { MOST_YAML_BYTES } from "./limits.ts";
import { homeIn, loadHome } from "./load.ts";
import { readHomeFile } from "./read.ts";
import { readYaml } from "./read-yaml.ts";
import type { Violation } from "./schema-violations.ts";

function problemsIn(text: string): readonly string[] {
  const read = readHomeFile(text, () => []);
  return "problems" in read ? read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`) : [];
}

const AND_MORE = "and more problems: only the first 100 are shown";
const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("");

describe("of many problems a hundred are told, and that there are more", () => {
  test.each<readonly [what: string, text: string]>([
    [
      "values that do not fit",
      `devices:\n${times(3_000, (index) => `  - {name: ${index}, product: 7, colour: [1]}\n`)}`,
    ],
    ["keys that are missing", `devices:\n${times(3_000, () => "  - {}\n")}`],
    ["unknown keys", times(3_000, (index) => `key${index}: 1\n`)],
    ["keys that are there twice", "rooms: []\n".repeat(3_000)],
    ["names that are there twice", `devices:\n${"  - {name: A, product: spot}\n".repeat(3_000)}`],
    [
      "areas that are not there",
      `devices:\n${times(3_000, (index) => `  - {name: B${index}, product: sync box, area: X}\n`)}`,
    ],
    ["references to nothing", `rooms:\n${"  - *nothing\n".repeat(3_000)}`],
  ])("%s", (_what, text) => {
    const problems = problemsIn(text);
    expect(problems).toHaveLength(MOST_PROBLEM_LINES + 1);
    expect(problems.at(-1)).toMatch(new RegExp(`^\\d+:\\d+ ${AND_MORE}$`));
    for (const problem of problems.slice(0, -1)) expect(problem).not.toContain(AND_MORE);
  });

  test("a hundred are told without that", () => {
    const problems = problemsIn(times(MOST_PROBLEM_LINES, (index) => `key${index}: 1\n`));
    expect(problems).toHaveLength(MOST_PROBLEM_LINES);
    expect(problems.at(-1)).not.toContain(AND_MORE);
  });

  test("and no more are looked for", () => {
    let found = 0;
    function* endless(): Generator<Violation> {
      for (;;) {
        found += 1;
        yield { path: [], atKey: false, message: `problem ${found}` };
      }
    }
    const read = readYaml("a", Type.String(), endless);
    expect("problems" in read && read.problems).toHaveLength(MOST_PROBLEM_LINES + 1);
    expect(found).toBe(MOST_PROBLEM_LINES + 1);
  });
});

describe("nesting beyond all measure is told with its place, in words", () => {
  test.each([
    ["[", "1:65"],
    ["{a: ", "1:254"],
    ["- ", "1:128"],
    ["? ", "1:128"],
  ])("%s again and again", (opening, place) => {
    for (const count of [100, 100_000]) {
      expect(problemsIn(opening.repeat(count))).toEqual([`${place} nested deeper than 64 levels; expected fewer`]);
    }
  });

  test("lines that are indented ever further", () => {
    expect(problemsIn(times(2_000, (index) => `${" ".repeat(index)}a:\n`))).toEqual([
      "64:65 nested deeper than 64 levels; expected fewer",
    ]);
  });

  test("what is just not too deep is told by what it is", () => {
    expect(problemsIn(`${"[".repeat(60)}${"]".repeat(60)}`)).toEqual([
      "1:1 the file: expected a home with rooms and devices",
    ]);
  });
});

describe("references", () => {
  test("that stand for more values than a home can have are one problem, where that shows", () => {
    const lamps = times(1_000, (index) => `{name: L${index}, product: spot}, `);
    const text = `rooms:\n  - {name: A, devices: &lamps [${lamps}]}\n${times(999, (index) => `  - {name: R${index}, devices: *lamps}\n`)}`;
    expect(problemsIn(text)).toEqual([
      expect.stringMatching(/^\d+:\d+ more than 1000000 values \(an alias counts as every value that it repeats\); /),
    ]);
  });

  test("are counted while they are read", () => {
    const text = `devices:\n  - &lamp {name: A, product: spot}\n${"  - *lamp\n".repeat(100_000)}`;
    expect(problemsIn(text)).toEqual(["5003:5 more than 5000 aliases; expected fewer"]);
  });

  test("may be used a thousand times", () => {
    const usual = `rooms: [{name: A, devices: [{name: L, product: spot, power_on: &usual {brightness: 40%}}]}]\n`;
    const text = `${usual}devices:\n${times(1_500, (index) => `  - {name: L${index}, product: spot, power_on: *usual}\n`)}`;
    expect(problemsIn(text)).toEqual([]);
  });
});

test("the first problem in the writing is the one that is told, however many follow", () => {
  expect(problemsIn("]".repeat(100_000))).toEqual([expect.stringMatching(/^1:1 invalid YAML: /)]);
  expect(problemsIn(`[${",".repeat(100_000)}`)).toEqual([expect.stringMatching(/^1:3 invalid YAML: /)]);
  expect(problemsIn("%\n".repeat(10_000))).toEqual([expect.stringMatching(/^10001:1 invalid YAML: /)]);
});

test("a text that is too large is told so, and not looked at", () => {
  expect(problemsIn("[".repeat(MOST_YAML_BYTES + 1))).toEqual(["1:1 the file is larger than the limit of 8 MiB"]);
});

test("a text of parts without end is cut off where there are too many", () => {
  expect(problemsIn("-\n".repeat(1_100_000))).toEqual([
    "1000001:1 more than 1000000 keys, values and punctuation marks; expected fewer",
  ]);
});

test("one endless line, and words without end, are problems as any others", () => {
  expect(problemsIn("a".repeat(1_000_000))).toEqual(["1:1 the file: expected a home with rooms and devices"]);
  const [problem = ""] = problemsIn(`? ${"a".repeat(1_000_000)}\n: 1\n`);
  expect(problem).toMatch(/^1:3 unknown key "a{64}"; expected one of gateway, rooms, devices$/);
});

describe("pictures", () => {
  const scenes = (pictures: readonly string[]) =>
    `rooms:\n  - name: A\n    scenes:\n${pictures.map((path, index) => `      - {name: S${index}, colours: [2700K], picture: ${path}}\n`).join("")}`;

  test("are looked at as far as a hundred of them are missing", () => {
    const folder = someFolder();
    const read = homeIn(
      scenes(
        times(3_000, (index) => `p${index} `)
          .trim()
          .split(" "),
      ),
      join(folder, "home.yaml"),
      "1",
    );
    expect("problems" in read && read.problems).toHaveLength(MOST_PROBLEM_LINES + 1);
  });

  test("are bounded together, also when they are one file of many names", () => {
    const folder = someFolder();
    writeFileSync(
      join(folder, "a.png"),
      Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(2_000_000)]),
    );
    const names = times(40, (index) => `${"./".repeat(index)}a.png `)
      .trim()
      .split(" ");
    const read = homeIn(scenes(names), join(folder, "home.yaml"), "1");
    expect("problems" in read && read.problems[0]).toMatch(
      /picture: the pictures of this file are larger than 64 MiB in total/,
    );
    const once = homeIn(
      scenes(
        times(40, () => "a.png ")
          .trim()
          .split(" "),
      ),
      join(folder, "home.yaml"),
      "1",
    );
    expect(once).toHaveProperty("changes");
  });

  test("that are devices or folders are told as such", () => {
    const folder = someFolder();
    mkdirSync(join(folder, "folder"));
    symlinkSync("/dev/zero", join(folder, "zero"));
    writeFileSync(join(folder, "home.yaml"), scenes(["zero", "folder"]));
    const read = loadHome(join(folder, "home.yaml"), "1");
    expect("problems" in read && read.problems.map((line) => line.replace(/^.*picture: /, ""))).toEqual([
      "this is a device; expected a file",
      "this is a folder; expected a file",
    ]);
  });
});
