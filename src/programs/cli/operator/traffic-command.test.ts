import { expect, test } from "vitest";
import { callerWords } from "../../../shared/traffic-caller.ts";
import { trafficLines } from "./traffic-command.ts";

const ENTRY = {
  sequence: 1,
  at: "2026-11-17T08:00:01.234Z",
  kind: "request",
  from: "192.168.1.30",
  what: "PUT /clip/v2/resource/light/1",
  status: 200,
  millis: 0.4,
  by: { kind: "key", name: "test#client" },
  code: -422,
  refusal: "brightness: expected a whole number from 0 to 100",
  body: '{"brightness":101}',
  answer: '{"code":-422}',
  bytes: 40,
} as const;

test("an entry is a line with its time, and below it what came and what went", () => {
  expect(trafficLines(ENTRY, true)).toEqual([
    expect.stringMatching(
      /^\d\d:00:01\.234 +request +192\.168\.1\.30 +PUT \/clip\/v2\/resource\/light\/1 .*\b200\b.* 0\.4 ms .*key test#client .*-422\b.*: brightness: expected /,
    ),
    expect.stringMatching(/^ +> \{"brightness":101\}$/),
    expect.stringMatching(/^ +< \{"code":-422\}$/),
  ]);
  expect(trafficLines(ENTRY, false)).toHaveLength(1);
});

test("what has no outcome says none", () => {
  const { sequence, at, bytes } = ENTRY;
  const entry = { sequence, at, bytes, kind: "event", from: "everybody", what: "light update" } as const;
  expect(trafficLines(entry, true)).toEqual([expect.stringMatching(/event +everybody +light update$/)]);
});

test("that there was no key is told where one was needed, and only there", () => {
  const by = { kind: "no-key" } as const;
  expect(trafficLines({ ...ENTRY, by, code: -401 }, false)[0]).toMatch(/no key.*-401/);
  expect(trafficLines({ ...ENTRY, by, code: -1 }, false)[0]).not.toContain("no key");
});

test("nobody passes for the operator by a name", () => {
  const words = (["key", "client"] as const).map((kind) => callerWords({ kind, name: "operator" }, undefined));
  expect(words).toEqual(["key operator", "client operator"]);
  expect(callerWords({ kind: "operator" }, undefined)).toBe("operator");
});
