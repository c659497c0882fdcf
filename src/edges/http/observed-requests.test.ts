import fc from "fast-check";
import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import type { Durations } from "../../shared/durations.ts";
import { TrafficLog } from "../../shared/traffic-log.ts";
import { ObservedRequests } from "./observed-requests.ts";
import { Refusal } from "./refusal.ts";
import { type GatewayRequest, type GatewayResponse, NO_BODY, type Read } from "./request.ts";
import { RequestMeter } from "./request-meter.ts";
import { type AnsweredRequest, RequestObserver } from "./request-observer.ts";
import { RequestTraffic } from "./request-traffic.ts";
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
const STATUS = { ok: 200, "not-modified": 304, busy: 503, fault: 500 } as const;

const LIST_LIGHTS: GatewayRequest = {
  method: "GET",
  target: "/clip/v2/resource/light",
  scheme: "http",
  authority: "gate",
  clientAddress: "10.0.0.2",
  ownAddress: "10.0.0.1",
  body: NO_BODY,
  key: undefined,
  sessionSecrets: [],
  lastEventId: undefined,
  ifNoneMatch: undefined,
  accept: undefined,
  acceptEncoding: undefined,
  userAgent: undefined,
};

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

/** Reads are metered, and noted in a log. */
function observing(clock: ManualClock, read: Read) {
  const meter = new RequestMeter(clock.now);
  const noted: AnsweredRequest[] = [];
  const log = new RequestObserver(clock.now, (answered) => noted.push(answered));
  const traffic = new RequestTraffic(new TrafficLog(() => new Date(0)), clock.now, {
    callerOf: () => ({ kind: "no-key" }),
  });
  const observed = new ObservedRequests(log, traffic, meter).observed(LIST_LIGHTS, read);
  return { meter, noted, read: observed ?? read };
}

test("each answer is counted, timed and noted once, be it there at once, later or never", async () => {
  const answers = fc.array(anAnswer, { minLength: 1, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(answers, async (wanted) => {
      const clock = new ManualClock();
      const left = wanted.values();
      const { meter, noted, read } = observing(clock, () => {
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
      expect(tally?.durations.sumMillis).toBe(wanted.reduce((sum, { millis }) => sum + millis, 0));
      expect(noted.map(({ status }) => status)).toEqual(wanted.map(({ outcome }) => STATUS[outcome]));
    }),
  );
});

test("a request of the ordinary lane counts once it is answered", () => {
  const clock = new ManualClock();
  const meter = new RequestMeter(clock.now);
  const end = meter.begin("setLight", "ordinary");
  clock.advance(40);
  expect(meter.tallies[0]?.outcomes).toEqual([]);
  end("not-stored");
  expect(meter.tallies[0]).toMatchObject({ operation: "setLight", lane: "ordinary", outcomes: [["not-stored", 1]] });
  expect(meter.tallies[0]?.durations.sumMillis).toBe(40);
});
