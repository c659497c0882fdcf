import { expect, test } from "vitest";
import { aTrafficEntry } from "../../../../../test/support/page/traffic-entry.ts";
import type { TrafficEntry } from "../../operator/page-commands.ts";
import { foldedTraffic, repeatWords } from "./folded-traffic.ts";

const entries = (...all: readonly Partial<TrafficEntry>[]) =>
  all
    .map((fields, at) =>
      aTrafficEntry({ sequence: at + 1, at: new Date(Date.UTC(2026, 10, 18) + at * 1_000).toISOString(), ...fields }),
    )
    .toReversed();

const shown = (...all: readonly Partial<TrafficEntry>[]) =>
  foldedTraffic(entries(...all)).map(({ last, count }) => `${count}: ${last.what}`);

test("a client that polls is a row for each thing that it reads, with a count", () => {
  const [lights, rooms] = [{ what: "GET /lights" }, { what: "GET /rooms" }];
  expect(shown(lights, rooms, lights, rooms, lights)).toEqual(["3: GET /lights", "2: GET /rooms"]);
});

test("reads of others, with other outcomes or other bodies, are rows of their own", () => {
  const read = { what: "GET /lights", status: 200 };
  const client = { kind: "key", name: "panel" } as const;
  expect(shown(read, { ...read, from: "10.0.0.1" }, { ...read, status: 503 }, { ...read, by: client })).toHaveLength(4);
  expect(shown(read, { ...read, by: { kind: "no-key" } }, { ...read, body: "{}" })).toHaveLength(3);
});

test("changes are folded only where nothing came in between: their order matters", () => {
  const [on, off] = [
    { what: "PUT /light", body: '{"on":1}' },
    { what: "PUT /light", body: '{"on":0}' },
  ];
  expect(shown(on, on, off, on)).toEqual(["1: PUT /light", "1: PUT /light", "2: PUT /light"]);
});

test("how often and how fast something was repeated is told in words", () => {
  const [row] = foldedTraffic(entries({}, {}, {}));
  expect(row && repeatWords(row, (at) => at.slice(11, 19))).toBe("3 times since 00:00:00, about every 1 s");
  const [single] = foldedTraffic(entries({}));
  expect(single && repeatWords(single, String)).toBeUndefined();
});
