import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../../test/support/depth.ts";
import { PlainHome } from "../../../../../test/support/home/plain-home.ts";
import { xyFromRgb } from "../../../../core/home/model/colour.ts";
import { readScript } from "./read.ts";
import type { Script } from "./script.ts";

const DEMO = PlainHome.demo();
const id = (name: string) => DEMO.device(name).id;
const STEP_ACTIONS = "switch, offline, online, lose_next, latency, report_late, set, random, calm";
const A_DEVICE = "expected the name or the serial number of a device of this home";

function scriptIn(text: string): Script {
  const read = readScript(text, DEMO.home);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.script;
}

/** What is wrong with a text, as a person reads it. */
function problemsIn(text: string, home = DEMO): readonly string[] {
  const read = readScript(text, home.home);
  return "problems" in read ? read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`) : [];
}

/** A script of one step at noon. */
const noon = (...lines: readonly string[]) => ["- at: '12:00'", ...lines.map((line) => `  ${line}`), ""].join("\n");

test.each([
  ["switch: Porch", { kind: "switch", deviceId: id("Porch"), to: "toggle" }],
  ["switch: Porch, to: on", { kind: "switch", deviceId: id("Porch"), to: "on" }],
  ["offline: porch", { kind: "offline", deviceId: id("Porch") }],
  ["online: lx20101-0001", { kind: "online", deviceId: id("Porch") }],
  ["lose_next: TV bar", { kind: "loseNext", deviceId: id("TV bar"), count: 1 }],
  ["lose_next: TV bar, count: 3", { kind: "loseNext", deviceId: id("TV bar"), count: 3 }],
  ["latency: Ceiling, millis: 2000", { kind: "latency", deviceId: id("Ceiling"), millis: 2000 }],
  ["report_late: all, millis: 70", { kind: "reportLate", deviceId: "all", millis: 70 }],
  ["set: Sync box, brightness: 40%", { kind: "set", deviceId: id("Sync box"), settings: { brightnessPercent: 40 } }],
  [
    'set: Reading lamp, on: true, colour: "#ff8800"',
    {
      kind: "set",
      deviceId: id("Reading lamp"),
      settings: { on: true, colour: { mode: "xy", point: xyFromRgb(0xff8800) } },
    },
  ],
  [
    "random: {seed: 7, lose: 10%, drop: 2.5 %}",
    { kind: "random", seed: 7, losePercent: 10, dropPercent: 2.5, latencyMillis: null, speed: 1 },
  ],
  [
    "random: {seed: 7, lose: 10}",
    { kind: "random", seed: 7, losePercent: 10, dropPercent: 0, latencyMillis: null, speed: 1 },
  ],
  [
    "random: {seed: 7, drop: 0.5, latency: 20..400}",
    { kind: "random", seed: 7, losePercent: 0, dropPercent: 0.5, latencyMillis: { from: 20, to: 400 }, speed: 1 },
  ],
  ["calm: true", { kind: "calm" }],
])("a step may say %s", (words, happening) => {
  expect(scriptIn(`- {at: "12:00", ${words}}\n`).map((step) => step.happening)).toEqual([happening]);
});

test("steps come in the order of their times, those of one time as they are written", () => {
  const text = ["23:59:59", "06:30", "00:00", "06:30:00"].map((at) => `- {at: "${at}", calm: true}\n`).join("");
  expect(scriptIn(text).map(({ at, atSeconds }) => [at, atSeconds])).toEqual([
    ["00:00", 0],
    ["06:30", 23_400],
    ["06:30:00", 23_400],
    ["23:59:59", 86_399],
  ]);
});

test("problems of different kinds are told at once, each where it stands", () => {
  const text = `- at: "25:00"
  switch: Portch
- at: "07:00"
  offlin: Porch
- at: "08:00"
  latency: TV bar
- at: "09:00"
  set: Worktop
  colour: "#ff0000"
  count: 2
`;
  expect(problemsIn(text)).toEqual([
    '1:7 at: expected a time of day in quotes, such as "06:30" or "06:30:15"',
    `2:11 switch: ${A_DEVICE}; did you mean "Porch"?`,
    `3:3 expected an action: one of ${STEP_ACTIONS}`,
    '4:3 unknown key "offlin"; did you mean "offline"?',
    '5:3 "millis" is missing; expected whole milliseconds from 0 to 600000',
    '9:11 colour: expected a colour temperature such as 2700K (not a colour) for "Worktop"',
    "10:3 count: not supported by set, which takes on, brightness, colour",
  ]);
});

test.each<readonly [what: string, text: string, ...problems: readonly string[]]>([
  ["a mapping instead of a list", "at: 1\n", "1:1 the file: expected a list of at least one step"],
  ["an empty list", "[]\n", "1:1 the file: expected a list of at least one step"],
  ["a word for a step", "- calm\n", "1:3 the file: expected a step with a time and an action"],
  ["nothing that happens", "- at: '12:00'\n", `1:3 expected an action: one of ${STEP_ACTIONS}`],
  [
    "a step without a time",
    "- calm: true\n",
    '1:3 "at" is missing; expected a time of day in quotes, such as "06:30" or "06:30:15"',
  ],
  [
    "two things in a step",
    noon("calm: true", "offline: Porch"),
    "2:3 calm: put this in a step of its own: this step already has offline",
  ],
  ["an unknown device", noon("offline: Attic fan"), `2:12 offline: ${A_DEVICE}`],
  ["the gateway", noon("offline: Luxgate"), `2:12 offline: ${A_DEVICE}`],
  ["all where one is meant", noon("offline: all"), `2:12 offline: ${A_DEVICE}`],
  ["a number for a device", noon("offline: 12"), "2:12 offline: expected the name or the serial number of a device"],
  [
    "a wrong word for to",
    noon("switch: Porch", "to: toggel"),
    '3:7 to: expected on, off or toggle; did you mean "toggle"?',
  ],
  ["true for on", noon("switch: Porch", "to: true"), "3:7 to: expected on, off or toggle"],
  ["a companion of nothing", noon("calm: true", "to: on"), "3:3 to: not supported by calm, which takes no parameters"],
  ["calm that is none", noon("calm: false"), "2:9 calm: expected true"],
  ["a count of none", noon("lose_next: Porch", "count: 0"), "3:10 count: expected a number from 1 to 1000000"],
  [
    "half a millisecond",
    noon("latency: all", "millis: 0.5"),
    "3:11 millis: expected whole milliseconds from 0 to 600000",
  ],
  ["a switch that is none", noon("switch: Dial"), "2:11 switch: expected a device that supports switch"],
  ["nothing to set", noon("set: Porch"), "1:3 set: expected at least one of on, brightness, colour"],
  ["a lamp too simple", noon("set: Porch", "brightness: 4%"), '3:15 brightness: "Porch" cannot be dimmed'],
  ["a colour for a box", noon("set: Sync box", "colour: 2700K"), '3:11 colour: expected no colour for "Sync box"'],
  ["no seed", noon("random: {lose: 3}"), '2:11 "seed" is missing; expected a whole number from 0 to 4294967295'],
  [
    "a range backwards",
    noon("random: {seed: 1, latency: 400..20}"),
    "2:30 latency: expected the shorter time first, such as 20..400",
  ],
  [
    "broken writing",
    "- at: [\n",
    "2:1 invalid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
  ],
])("%s is the one problem of its script", (_what, text, ...problems) => {
  expect(problemsIn(text)).toEqual(problems);
});

test("a name that two devices have is told with their serial numbers, which do", () => {
  const home = PlainHome.demo();
  home.submit({ kind: "deviceRenamed", deviceId: home.device("Worktop").id, name: "Ceiling" });
  expect(problemsIn(noon("offline: Ceiling"), home)).toEqual([
    "2:12 offline: expected one of the serial numbers LX20302-0001, LX20301-0001: several have this name",
  ]);
  expect(problemsIn(noon("offline: LX20301-0001"), home)).toEqual([]);
});

test("the day of the demo home has no problems", () => {
  const text = readFileSync("homes/day.yaml", "utf8");
  expect(problemsIn(text)).toEqual([]);
  expect(scriptIn(text).length).toBeGreaterThan(10);
});

test("of many problems in a script a hundred are told, and nesting without end is told with its place", () => {
  const problems = problemsIn("- {at: '12:00', switch: Nobody}\n".repeat(3_000));
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toBe("101:25 and more problems: only the first 100 are shown");
  expect(problemsIn("- ".repeat(100_000))).toEqual(["1:128 nested deeper than 64 levels; expected fewer"]);
});

test("any script is one or has problems, and never throws", () => {
  const piece = fc.constantFrom(
    "- ",
    "{",
    "}",
    "at: '12:00', ",
    "switch: Porch",
    "set: all",
    "calm: true",
    "random: ",
    "[",
    "]",
    "\n",
    "  ",
    "*a ",
    "&a ",
    "millis: 5, ",
    "'",
    "|\n",
  );
  const runs = fc.array(fc.tuple(piece, fc.nat({ max: 90 })), { maxLength: 20 });
  fc.assert(
    fc.property(
      fc.oneof(
        runs.map((all) => all.map(([text, count]) => text.repeat(count)).join("")),
        fc.array(piece).map((all) => all.join("")),
      ),
      (text) => {
        const read = readScript(text, DEMO.home);
        if ("problems" in read) expect(read.problems).not.toEqual([]);
      },
    ),
    { numRuns: times(300) },
  );
});
