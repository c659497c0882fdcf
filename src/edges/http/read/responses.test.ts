import { EventEmitter } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import type { Page, Paging } from "../../../core/present/pages/pages.ts";
import { StepQueue } from "../../../shared/step-queue.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { InFlight, type InFlightLimits } from "../server/in-flight.ts";
import { ResponseCache } from "./response-cache.ts";
import { Responses, type Source } from "./responses.ts";

const NEGOTIATION = { gzip: false, hasTag: () => false };
const CAPACITY = { bytes: 1_000_000, responses: 10, idleBytes: 1_000_000, largestBytes: 1_000_000 };

function responsesWith(limits: Partial<InFlightLimits> = {}) {
  const inFlight = new InFlight({ ...HTTP_LIMITS, ...limits });
  const queue = new StepQueue(performance.now.bind(performance), { ...HTTP_LIMITS.queue, sliceMillis: 0 });
  const responses = new Responses({ cache: new ResponseCache(CAPACITY), queue, inFlight });
  const ask = (source: Source, clientAddress: string) =>
    responses.respond(source, { clientAddress, negotiation: NEGOTIATION, isHead: false });
  return { inFlight, ask };
}

const sourceOf = (paging: Paging, dependencies: Source["dependencies"] = () => [FOUNDED]): Source => ({
  key: "slow",
  dependencies,
  frame: { begin: Buffer.from("["), end: () => Buffer.from("]") },
  sections: () => [{ key: "part", paging }],
});

test("a list that a client began who has no room left for it is answered to others all the same", async () => {
  const bytes = Buffer.alloc(40_000);
  const { inFlight, ask } = responsesWith({ inFlightBytes: 1.5 * bytes.length, inFlightBytesPerAddress: 50_000 });
  const source = sourceOf(function* () {
    for (let step = 0; step < 20; step += 1) yield;
    return [];
  });
  const [greedy, other] = [ask(source, "10.0.0.1"), ask(source, "10.0.0.2")];
  const response = { status: 200, mediaType: "text/plain", body: [bytes] };
  inFlight.begin({ connection: new EventEmitter(), address: "10.0.0.1", response, bytes: [bytes] });
  expect([(await greedy).status, (await other).status]).toEqual([503, 200]);
});

test("a list of which all changes while it is made is made again in steps, between which others are served", async () => {
  const { ask } = responsesWith();
  let changes = 0;
  let steps = 0;
  let mostInTurn = 0;
  const source = sourceOf(
    function* () {
      if (changes < 3) changes += 1;
      const pages: Page[] = [];
      for (let page = 0; page < 100; page += 1) {
        const shape = { count: 1, isFirst: page === 0, resources: [], dependencies: [], ends: [] };
        pages.push({ ...shape, bytes: Buffer.from(`${changes}`) });
        steps += 1;
        yield;
      }
      return pages;
    },
    () => [changes],
  );
  const response = Promise.resolve(ask(source, "10.0.0.1"));
  let isMade = false;
  void response.then(() => {
    isMade = true;
  });
  while (!isMade) {
    const before = steps;
    await nextTurn();
    mostInTurn = Math.max(mostInTurn, steps - before);
  }
  expect((await response).status).toBe(200);
  expect(steps).toBeGreaterThanOrEqual(300);
  expect(mostInTurn).toBeLessThan(50);
});
