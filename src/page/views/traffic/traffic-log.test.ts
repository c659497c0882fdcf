import { expect, test } from "vitest";
import type { TrafficEntry } from "../../operator/page-commands.ts";
import { TrafficLog } from "./traffic-log.ts";

const entries = (from: number, to: number, fields: Partial<TrafficEntry> = {}): readonly TrafficEntry[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    sequence: from + at,
    at: "2026-11-17T08:00:00.000Z",
    kind: "request" as const,
    from: "192.168.1.9",
    what: "GET /",
    bytes: 0,
    ...fields,
  }));

const numbersIn = (log: TrafficLog) => log.shown.value.map(({ sequence }) => sequence);

test("the newest comes first, and only so much is kept", () => {
  const log = new TrafficLog();
  log.take(entries(1, 3));
  log.take(entries(4, 5));
  expect(numbersIn(log)).toEqual([5, 4, 3, 2, 1]);
  log.take(entries(6, 5_000));
  expect(numbersIn(log)).toHaveLength(200);
  expect(numbersIn(log)[0]).toBe(5_000);
});

test("a paused list stands still, counts what comes, and goes on with all of it", () => {
  const log = new TrafficLog();
  log.take(entries(1, 2));
  log.pause();
  log.take(entries(3, 5));
  expect(numbersIn(log)).toEqual([2, 1]);
  expect(log.waiting.value).toBe(3);
  log.resume();
  expect(numbersIn(log)).toEqual([5, 4, 3, 2, 1]);
});

test("kinds, refusals and words choose", () => {
  const log = new TrafficLog();
  log.take([...entries(1, 1), ...entries(2, 2, { kind: "mqtt", what: "res/light/update" })]);
  log.take(entries(3, 3, { refusal: "no key", body: '{"on":1}' }));
  log.kind.value = "mqtt";
  expect(numbersIn(log)).toEqual([2]);
  log.kind.value = "refused";
  expect(numbersIn(log)).toEqual([3]);
  log.kind.value = "all";
  log.text.value = '"on"';
  expect(numbersIn(log)).toEqual([3]);
});
