import { describe, expect, test } from "vitest";
import { differences } from "./compare-recordings.ts";
import type { RecordedRequest } from "./recording.ts";

const get = (path: string): RecordedRequest => ({ request: `GET ${path}`, status: 200 });
const put = (on: number, more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  request: "PUT /light/1",
  key: true,
  body: { on },
  status: 200,
  ...more,
});
const IN_ORDER = { anyOrder: false };
const ANY_ORDER = { anyOrder: true };

test("the same requests differ in nothing", () => {
  const requests = [get("/a"), put(1), get("/b")];
  expect(differences(requests, requests, IN_ORDER)).toEqual([]);
  expect(differences(requests, requests, ANY_ORDER)).toEqual([]);
});

test("one request more, or one fewer, does not make the rest differ", () => {
  const recorded = [get("/a"), put(1), get("/b"), get("/c")];
  expect(differences(recorded, [get("/a"), get("/new"), put(1), get("/b"), get("/c")], IN_ORDER)).toEqual([
    "request 2: not in the recording: GET /new, without a key, status 200",
  ]);
  expect(differences(recorded, [get("/a"), get("/b"), get("/c")], IN_ORDER)).toEqual([
    'request 2: missing: PUT /light/1 {"on":1}, with a key, status 200',
  ]);
});

test("what differs in a request is named: body, key and status", () => {
  const was = { request: "PUT /light/1", body: { on: 0 }, status: null };
  for (const [options, place] of [
    [IN_ORDER, "request 1"],
    [ANY_ORDER, "changed"],
  ] as const) {
    expect(differences([put(1), get("/b")], [was, get("/b")], options)).toEqual([
      `${place}: PUT /light/1: body: recorded {"on":1}, but was {"on":0}`,
      `${place}: PUT /light/1: key: recorded with a key, but was without a key`,
      `${place}: PUT /light/1: status: recorded 200, but was no answer`,
    ]);
  }
});

describe("clients that send requests in parallel", () => {
  const recorded = [get("/a"), get("/b"), get("/c")];

  test("differ when the order counts, with the way out", () => {
    const [first] = differences(recorded, [get("/b"), get("/a"), get("/c")], IN_ORDER);
    expect(first).toMatch(/another order.*--any-order/);
  });

  test("do not differ in any order, however often they ask", () => {
    const now = [get("/c"), get("/a"), get("/c"), get("/b"), get("/a")];
    expect(differences(recorded, now, ANY_ORDER)).toEqual([]);
  });

  test("differ by a request that is missing, and by one that is new", () => {
    expect(differences(recorded, [get("/c"), get("/new"), get("/a")], ANY_ORDER)).toEqual([
      "missing: GET /b, without a key, status 200",
      "not in the recording: GET /new, without a key, status 200",
    ]);
  });
});

test("at most twenty differences are shown, and long recordings are compared at once", () => {
  const many = (name: string) => Array.from({ length: 50_000 }, (_, index) => get(`/${name}/${index}`));
  const lines = differences(many("a"), many("b"), IN_ORDER);
  expect([lines.length, lines.at(-1)]).toEqual([21, "and 99980 more differences"]);
});
