import fc from "fast-check";
import { expect, test } from "vitest";
import { aVerdict } from "../../../../test/support/checker/a-verdict.ts";
import { junitOf } from "./junit.ts";
import { exitCodeOf, type Report } from "./report.ts";
import type { Verdict } from "./verdicts.ts";

const FINDING = { where: "GET /clip/v2/resource/light", expected: "at most 100", found: '"<254>" & more' };

const report = (...verdicts: readonly Verdict[]): Report => ({
  url: "http://192.168.1.20:8080",
  startedAt: "2026-11-15T20:15:00.000Z",
  millis: 4_100,
  requests: 87,
  verdicts,
  notes: [],
  undone: [],
});

const HOLDS = aVerdict("light.fields", {});
const FAILS = aVerdict("light.values", { outcome: "fails", faults: 7, findings: [FINDING] });
const DIFFERS = aVerdict("chart.scale", { outcome: "differs", faults: 1, findings: [FINDING] });
const UNCHECKED = aVerdict("sync.fields", {
  outcome: "unchecked",
  times: 0,
  reason: "nothing to check it on",
});

test("a rule that fails is a failure, one that was not checked is skipped, one that differs passes with words", () => {
  expect(junitOf(report(HOLDS, FAILS, DIFFERS, UNCHECKED), false)).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="luxgate check http://192.168.1.20:8080" time="4.1">
      <testsuite name="Resources" timestamp="2026-11-15T20:15:00.000Z" tests="4" failures="1" errors="0" skipped="1">
        <testcase name="light.fields (must, spec §2.3): A light has every field of its table, with the right type." classname="luxgate.check.must"/>
        <testcase name="light.values (must, spec §2.3, §8): A light's fields have allowed values." classname="luxgate.check.must">
          <failure message="light.values: A light's fields have allowed values." type="fails">GET /clip/v2/resource/light: expected at most 100, found &quot;&lt;254&gt;&quot; &amp; more
    and 6 more</failure>
        </testcase>
        <testcase name="chart.scale (should, G5): Coordinates on the colour chart are fractions of 65535." classname="luxgate.check.should">
          <system-out>differs from usual behaviour
    GET /clip/v2/resource/light: expected at most 100, found &quot;&lt;254&gt;&quot; &amp; more</system-out>
        </testcase>
        <testcase name="sync.fields (must, spec §2.4): A sync box has every field of its table, with the right type." classname="luxgate.check.must">
          <skipped message="nothing to check it on"/>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test("whoever is strict takes a difference for a failure", () => {
  expect(junitOf(report(DIFFERS), true)).toContain('failures="1"');
  expect(junitOf(report(DIFFERS), false)).toContain('failures="0"');
});

test("what could not be checked is an error", () => {
  expect(junitOf({ ...report(), trouble: "nothing listens on this port" }, false)).toContain(
    '<error message="nothing listens on this port"/>',
  );
  expect(junitOf({ ...report(HOLDS), undone: ["pair", "write"] }, false)).toContain(
    '<error message="could not check --pair, --write"/>',
  );
});

test("whatever a gateway says, the XML stays well-formed", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(text, text, (where, found) => {
      const findings = [{ where, expected: "1", found }];
      const xml = junitOf(report(aVerdict("light.values", { outcome: "fails", faults: 1, findings })), false);
      expect(xml.match(/<testcase /g)).toHaveLength(1);
      expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
      expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    }),
  );
});

test("exit code 0 when every must holds, 1 when one does not, 2 when it could not be checked", () => {
  expect(exitCodeOf(report(HOLDS, DIFFERS, UNCHECKED), false)).toBe(0);
  expect(exitCodeOf(report(HOLDS, DIFFERS), true)).toBe(1);
  expect(exitCodeOf(report(HOLDS, FAILS), false)).toBe(1);
  expect(exitCodeOf({ ...report(HOLDS), undone: ["pair"] }, false)).toBe(2);
  expect(exitCodeOf({ ...report(FAILS), undone: ["pair"] }, false)).toBe(1);
  expect(exitCodeOf({ ...report(FAILS), trouble: "the connection was closed" }, false)).toBe(2);
});
