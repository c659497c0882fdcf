import { expect, test } from "vitest";
import { aVerdict } from "../../../../test/support/checker/a-verdict.ts";
import { rowsIn } from "../../../../test/support/cli/printed-table.ts";
import type { Report } from "../../checker/report/report.ts";
import type { Verdict } from "../../checker/report/verdicts.ts";
import type { RuleId } from "../../checker/rules.ts";
import { checkLines } from "./check-lines.ts";

const unchecked = (id: RuleId, reason: string): Verdict =>
  aVerdict(id, { group: "Events", outcome: "unchecked", reason });

const finding = (found: string) => ({
  where: "GET /clip/v2/resource/light → /data/arr/3/brightness",
  expected: "at most 100",
  found,
});

const report = (verdicts: readonly Verdict[], parts: Partial<Report> = {}): Report => ({
  url: "http://192.168.1.20:8080",
  startedAt: "2026-11-15T20:15:00.000Z",
  millis: 4_120,
  requests: 87,
  verdicts,
  notes: [],
  undone: [],
  ...parts,
});

const PLAIN = { isStrict: false, isColourful: false };

const BROKEN = report([
  aVerdict("light.fields"),
  aVerdict("light.values", { outcome: "fails", faults: 7, findings: [finding("254\u001b[2J")] }),
  aVerdict("chart.scale", { outcome: "differs", faults: 1, findings: [finding("100000")] }),
  ...(["mqtt.connects", "mqtt.item", "mqtt.light", "stream.snapshot", "command.key"] as const).map((id) =>
    unchecked(id, "only with --events"),
  ),
]);

test("what fails comes first, then what differs, then how much holds, then what was not looked at", () => {
  const lines = checkLines(BROKEN, PLAIN);
  const at = (sign: RegExp) => lines.findIndex((line) => sign.test(line));
  const [fails, differs, counts, unlooked] = [/^ +light\.values\b/, /^ +chart\.scale\b/, /HOLDS/, /^Not checked/].map(
    at,
  );
  expect([0, fails, differs, counts, unlooked]).toEqual(
    [0, fails, differs, counts, unlooked].toSorted((one, other) => Number(one) - Number(other)),
  );
  expect(lines.slice(fails, differs)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/\(must, spec §2\.3, §8\): \S/),
      expect.stringContaining("GET /clip/v2/resource/light → /data/arr/3/brightness"),
      expect.stringMatching(/expected +at most 100$/),
      expect.stringMatching(/found +254 \[2J$/),
      expect.stringMatching(/\b6 more: 7 of 11\b/),
    ]),
  );
  expect(lines.slice(differs, counts)).toEqual(
    expect.arrayContaining([expect.stringMatching(/\(should, G5\): \S/), expect.stringMatching(/found +100000$/)]),
  );
  expect(rowsIn(lines.slice(counts, unlooked).join("\n").replace(/^ {9}/, "ABOUT    "))).toMatchObject([
    { ABOUT: "Resources", HOLDS: "1", FAILS: "1", DIFFERS: "1", "NOT CHECKED": "0" },
    { ABOUT: "Events", HOLDS: "0", FAILS: "0", DIFFERS: "0", "NOT CHECKED": "5" },
    { ABOUT: "Total", HOLDS: "1", FAILS: "1", DIFFERS: "1", "NOT CHECKED": "5" },
  ]);
  expect(lines[Number(unlooked) + 1]).toMatch(/mqtt\.connects, .* 2 more: only with --events$/);
  expect(lines.at(-1)).toMatch(/^http:\/\/192\.168\.1\.20:8080: 1 rule fails\. .*1 rule\. 87 requests in 4\.1 s\.$/);
});

test("where every must holds, the last line says so, and in how many rules it differs", () => {
  const usual = report([aVerdict("light.fields"), aVerdict("chart.scale", { outcome: "differs", faults: 1 })]);
  const last = (one: Report, isStrict = false) => checkLines(one, { ...PLAIN, isStrict }).at(-1);
  expect(last(usual)).toMatch(/:8080: Every "must" rule holds\. .*differs.* 1 rule\. 87 requests/);
  expect(last(usual, true)).toMatch(/: 1 rule fails\. /);
  expect(last(report([aVerdict("light.fields")]))).toMatch(/:8080: Every "must" rule holds\. 87 requests/);
});

test("what was asked for and not checked is named, and nothing is said to hold", () => {
  const last = (parts: Partial<Report>, outcome: Verdict["outcome"] = "holds") =>
    checkLines(report([aVerdict("light.fields", { outcome })], parts), PLAIN).at(-1);
  expect(last({ undone: ["pair", "write"] })).toMatch(/: Could not be checked: --pair, --write\. 87 requests/);
  expect(last({ undone: ["pair"] }, "fails")).toMatch(/: 1 rule fails\. Could not be checked: --pair\. 87/);
  expect(last({ trouble: "the connection was cut" })).toMatch(/: Could not be checked: everything\. 87/);
});

test("rules that fail are counted", () => {
  const two = report(
    ["light.values", "light.fields"].map((id) => aVerdict(id as RuleId, { outcome: "fails", faults: 1 })),
  );
  expect(checkLines(two, PLAIN).at(-1)).toContain(": 2 rules fail. ");
});

test("one request is spelt as one", () => {
  const short = report([aVerdict("light.fields")], { requests: 1, millis: 1_000 });
  expect(checkLines(short, PLAIN).at(-1)).toMatch(/ 1 request in 1 s\.$/);
});

test("what could not be put back, and why it ended early, is printed", () => {
  const ended = report([aVerdict("light.fields")], {
    notes: ["The lamp is not as it was."],
    trouble: "the connection was cut",
  });
  expect(checkLines(ended, PLAIN).slice(-3, -1)).toEqual(["The lamp is not as it was.", "the connection was cut"]);
});

test("where nothing could be checked, only why", () => {
  const none = report([unchecked("mqtt.item", "there is nothing to check it on")], {
    trouble: "nothing listens there",
  });
  expect(checkLines(none, PLAIN)).toEqual(["nothing listens there"]);
});

test("colours are for terminals, and change no word", () => {
  const painted = checkLines(BROKEN, { ...PLAIN, isColourful: true }).join("\n");
  expect(painted).toContain("\u001b[31mFails the interface document\u001b[39m");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
  expect(painted.replace(/\u001b\[\d+m/g, "")).toBe(checkLines(BROKEN, PLAIN).join("\n"));
});
