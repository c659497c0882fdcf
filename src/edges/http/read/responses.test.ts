import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { StepQueue } from "../../../shared/step-queue.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { InFlight } from "../server/in-flight.ts";
import { ResponseCache } from "./response-cache.ts";
import { Responses, type Source } from "./responses.ts";

test("a list that a client began who has no room left for it is answered to others all the same", async () => {
  const bytes = Buffer.alloc(40_000);
  const inFlight = new InFlight({ ...HTTP_LIMITS, inFlightBytes: 1.5 * bytes.length, inFlightBytesPerAddress: 50_000 });
  const cache = new ResponseCache({ bytes: 1_000_000, responses: 10, idleBytes: 1_000_000, largestBytes: 1_000_000 });
  const queue = new StepQueue(performance.now.bind(performance), { ...HTTP_LIMITS.queue, sliceMillis: 0 });
  const responses = new Responses({ cache, queue, inFlight });
  const source: Source = {
    key: "slow",
    dependencies: () => [FOUNDED],
    frame: { begin: Buffer.from("["), end: () => Buffer.from("]") },
    sections: () => [{ key: "part", paging: slowly }],
  };
  const ask = (clientAddress: string) => {
    const demand = { clientAddress, negotiation: { gzip: false, hasTag: () => false }, isHead: false };
    return responses.respond(source, demand);
  };
  const [greedy, other] = [ask("10.0.0.1"), ask("10.0.0.2")];
  const response = { status: 200, mediaType: "text/plain", body: [bytes] };
  inFlight.begin({ connection: new EventEmitter(), address: "10.0.0.1", response, bytes: [bytes] });
  expect([(await greedy).status, (await other).status]).toEqual([503, 200]);
});

function* slowly() {
  for (let step = 0; step < 20; step += 1) yield;
  return [];
}
