import { expect, test } from "vitest";
import { aTrafficEntry } from "../../../../../test/support/page/traffic-entry.ts";
import type { TrafficEntry } from "../../operator/page-commands.ts";
import { TrafficList } from "./traffic-list.ts";

const entries = (from: number, to: number, fields: Partial<TrafficEntry> = {}): readonly TrafficEntry[] =>
  Array.from({ length: to - from + 1 }, (_, at) =>
    aTrafficEntry({ sequence: from + at, what: `GET /${from + at}`, ...fields }),
  );

const aList = () => new TrafficList(({ body = "" }) => (body === "" ? [] : ["Reading lamp"]));

const numbersIn = (list: TrafficList) => list.shown.value.map(({ last }) => last.sequence);

test("the newest comes first; older rows are shown on request, and what is dropped is counted", () => {
  const list = aList();
  list.take(entries(1, 3));
  list.take(entries(4, 5));
  expect(numbersIn(list)).toEqual([5, 4, 3, 2, 1]);
  list.take(entries(6, 5_000));
  expect(numbersIn(list)).toHaveLength(200);
  expect(numbersIn(list)[0]).toBe(5_000);
  expect([list.rows.value.length, list.count.value, list.dropped.value]).toEqual([1_000, 1_000, 4_000]);
  list.showOlder();
  expect(numbersIn(list)).toHaveLength(400);
});

test("a paused list stands still, counts the rows that come, and goes on with all of them", () => {
  const list = aList();
  list.take(entries(1, 2));
  list.pause();
  list.take([...entries(3, 5), ...entries(6, 8, { what: "GET /same" })]);
  list.take(entries(9, 9, { what: "POST /operator/command/press", by: { kind: "operator" } }));
  expect(numbersIn(list)).toEqual([2, 1]);
  expect(list.waiting.value).toBe(4);
  list.resume();
  expect(numbersIn(list)).toEqual([8, 5, 4, 3, 2, 1]);
});

test("a list without rows is filtered only where a person set a filter", () => {
  const list = aList();
  list.begin();
  list.take(entries(1, 1, { what: "POST /operator/command/press", by: { kind: "operator" } }));
  expect([numbersIn(list), list.isFiltered.value]).toEqual([[], false]);
  list.text.value = "porch";
  expect(list.isFiltered.value).toBe(true);
});

test("what came before the list was cleared does not return: late, or from a gateway that still has it", () => {
  const clock = { millis: Date.parse("2026-11-17T08:00:00.200Z") };
  const list = new TrafficList(
    () => [],
    () => new Date(clock.millis),
  );
  list.take(entries(1, 2));
  clock.millis += 1_000;
  list.clear();
  clock.millis += 100;
  list.take([
    ...entries(3, 3, { at: "2026-11-17T08:00:00.900Z" }),
    ...entries(4, 4, { at: "2026-11-17T08:00:01.100Z" }),
  ]);
  expect(numbersIn(list)).toEqual([4]);
  const again = entries(1, 2);
  list.goOnWith([...again, ...entries(4, 4, { at: "2026-11-17T08:00:01.100Z" })]);
  list.take(again);
  expect(numbersIn(list)).toEqual([4]);
});

test("kinds, refusals and words choose", () => {
  const list = aList();
  list.take([...entries(1, 1), ...entries(2, 2, { kind: "mqtt", what: "res/light/update" })]);
  list.take(entries(3, 3, { refusal: "no", body: '{"on":1}', by: { kind: "key", name: "acme#panel" } }));
  list.kind.value = "mqtt";
  expect(numbersIn(list)).toEqual([2]);
  list.kind.value = "refused";
  expect(numbersIn(list)).toEqual([3]);
  list.kind.value = "all";
  for (const text of ['"on"', "reading lamp", "acme#panel"]) {
    list.text.value = text;
    expect(numbersIn(list)).toEqual([3]);
  }
});

test("what was answered late stands where it came, also among what came in the same moment", () => {
  const list = aList();
  list.take([...entries(2, 3), ...entries(1, 1)]);
  expect(numbersIn(list)).toEqual([3, 2, 1]);
});

test("whoever comes back sees nothing twice, and a clock that is set back changes no order", () => {
  const list = aList();
  list.take(entries(1, 3));
  list.take(entries(2, 4));
  expect(numbersIn(list)).toEqual([4, 3, 2, 1]);
  list.take(entries(5, 5, { at: "2026-11-17T07:00:00.000Z" }));
  expect(numbersIn(list)).toEqual([5, 4, 3, 2, 1]);
});

test("what operators' pages ask of the gateway is shown on its own, unless it is refused", () => {
  const list = aList();
  const by = { kind: "operator" } as const;
  list.take(entries(1, 1, { what: "POST /operator/command/operator.requests", by }));
  list.take(entries(2, 2, { what: "PUT /clip/v2/resource/light/1", by }));
  list.take(entries(3, 3, { what: "POST /operator/command/press", refusal: "no session" }));
  list.take(entries(4, 4, { what: "POST /operator/command/press", refusal: "no", by }));
  expect(numbersIn(list)).toEqual([3, 2]);
  list.kind.value = "operator";
  expect(numbersIn(list)).toEqual([4, 1]);
  list.kind.value = "refused";
  expect(numbersIn(list)).toEqual([4, 3]);
});
