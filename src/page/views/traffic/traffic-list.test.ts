import { expect, test } from "vitest";
import type { TrafficEntry } from "../../operator/page-commands.ts";
import { TrafficList } from "./traffic-list.ts";

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

const numbersIn = (list: TrafficList) => list.shown.value.map(({ sequence }) => sequence);

test("the newest comes first, and only so much is kept", () => {
  const list = new TrafficList();
  list.take(entries(1, 3));
  list.take(entries(4, 5));
  expect(numbersIn(list)).toEqual([5, 4, 3, 2, 1]);
  list.take(entries(6, 5_000));
  expect(numbersIn(list)).toHaveLength(200);
  expect(numbersIn(list)[0]).toBe(5_000);
});

test("a paused list stands still, counts what comes, and goes on with all of it", () => {
  const list = new TrafficList();
  list.take(entries(1, 2));
  list.pause();
  list.take(entries(3, 5));
  expect(numbersIn(list)).toEqual([2, 1]);
  expect(list.waiting.value).toBe(3);
  list.resume();
  expect(numbersIn(list)).toEqual([5, 4, 3, 2, 1]);
});

test("kinds, refusals and words choose", () => {
  const list = new TrafficList();
  list.take([...entries(1, 1), ...entries(2, 2, { kind: "mqtt", what: "res/light/update" })]);
  list.take(entries(3, 3, { refusal: "no key", body: '{"on":1}' }));
  list.kind.value = "mqtt";
  expect(numbersIn(list)).toEqual([2]);
  list.kind.value = "refused";
  expect(numbersIn(list)).toEqual([3]);
  list.kind.value = "all";
  list.text.value = '"on"';
  expect(numbersIn(list)).toEqual([3]);
});
