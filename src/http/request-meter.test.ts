import fc from "fast-check";
import { expect, test } from "vitest";
import { ManualClock } from "../../test/support/gateway/manual-clock.ts";
import type { Durations } from "../shared/durations.ts";
import { Refusal } from "./refusal.ts";
import type { GatewayResponse } from "./request.ts";
import { RequestMeter } from "./request-meter.ts";
import { refusalResponse, success } from "./server/plain-responses.ts";

const OK = success([]);

/** Each outcome, by the response that leads to it. */
const RESPONSES = {
  ok: OK,
  "not-modified": { ...OK, status: 304 },
  busy: refusalResponse(new Refusal("busy")),
  fault: undefined,
} as const;
type Outcome = keyof typeof RESPONSES;

const countOf = ({ counts }: Durations): number => counts.reduce((sum, count) => sum + count, 0);

/** What a request of the fast lane comes to, how long that takes, and whether others are served meanwhile. */
const anAnswer = fc.record({
  outcome: fc.constantFrom<Outcome>("ok", "not-modified", "busy", "fault"),
  millis: fc.nat(2_000),
  isLater: fc.boolean(),
});

function responseTo(outcome: Outcome): GatewayResponse {
  const response = RESPONSES[outcome];
  if (!response) throw new Error("a fault");
  return response;
}

test("as many outcomes are counted as there were requests, and as many durations, timed or not", async () => {
  const answers = fc.array(anAnswer, { minLength: 1, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(answers, async (wanted) => {
      const clock = new ManualClock();
      const meter = new RequestMeter(clock.now);
      const left = wanted.values();
      const read = meter.metered("listLights", () => {
        const { outcome, millis, isLater } = left.next().value ?? { outcome: "ok", millis: 0, isLater: false };
        clock.advance(millis);
        return isLater ? Promise.resolve().then(() => responseTo(outcome)) : responseTo(outcome);
      });
      const counts = new Map<string, number>();
      for (const { outcome } of wanted) {
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        const given = await Promise.resolve()
          .then(read)
          .catch(() => undefined);
        expect(given).toBe(RESPONSES[outcome]);
      }
      const [tally] = meter.tallies;
      expect(new Map(tally?.outcomes)).toEqual(counts);
      expect(tally && countOf(tally.durations)).toBe(wanted.length);
    }),
  );
});

test("what has to be made first is timed each time, however many answers were there at once", async () => {
  const clock = new ManualClock();
  const meter = new RequestMeter(clock.now);
  let isSlow = false;
  const slow = async () => {
    await Promise.resolve();
    clock.advance(3_000);
    return OK;
  };
  const read = meter.metered("listLights", () => (isSlow ? slow() : OK));
  for (let at = 0; at < 100; at += 1) {
    isSlow = at % 10 === 7;
    await read();
  }
  expect(meter.tallies[0]?.durations.sumMillis).toBe(30_000);
});

test("a request of the ordinary lane counts once it is answered", () => {
  const clock = new ManualClock();
  const meter = new RequestMeter(clock.now);
  const end = meter.begin("setLight");
  clock.advance(40);
  expect(meter.tallies[0]?.outcomes).toEqual([]);
  end("not-stored");
  expect(meter.tallies[0]).toMatchObject({ operation: "setLight", lane: "ordinary", outcomes: [["not-stored", 1]] });
  expect(meter.tallies[0]?.durations.sumMillis).toBe(40);
});
