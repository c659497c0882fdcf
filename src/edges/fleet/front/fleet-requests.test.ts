import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { HeardBucket } from "../../../../test/support/fleet/heard-bucket.ts";
import { StoreFault } from "../../../core/gateway/store.ts";
import type { MadeRequest } from "../../http/operator/request-keeper.ts";
import { MOST_OF_ADDRESS, REQUEST_MILLIS } from "../../http/operator/request-limits.ts";
import { FleetRequest, keysEntryFrom } from "../keys-entries.ts";
import { FleetRequests } from "./fleet-requests.ts";

const ANN = { name: "Ann's phone", address: "10.0.0.1", browser: "Safari on iPhone" };

class Front {
  readonly requests: FleetRequests;
  readonly lapsed: string[] = [];
  isSilent = false;
  readonly #bucket: HeardBucket;
  #heard = 0;

  constructor(bucket: HeardBucket) {
    this.#bucket = bucket;
    const refuseIfSilent = () => {
      if (this.isSilent) throw new StoreFault("the fleet has not been heard of for 3 s");
    };
    this.requests = new FleetRequests({
      writer: bucket.writer,
      clock: bucket.clock,
      today: () => new Date(bucket.clock.now()),
      refuseIfSilent,
      catchUp: async () => {
        refuseIfSilent();
        this.hear();
      },
    });
    this.requests.onLapsed(({ code }, why) => this.lapsed.push(`${code} ${why}`));
  }

  hear(count = Number.POSITIVE_INFINITY): void {
    for (const { key, text, revision } of this.#bucket.written.slice(this.#heard, this.#heard + count)) {
      this.#heard += 1;
      const [, digest = ""] = key.split(".");
      const value = text === undefined ? undefined : keysEntryFrom(FleetRequest, text);
      this.requests.hear(digest, value && { value, revision });
    }
  }
}

type Decision = "allow" | "deny" | "take" | "withdraw";

type Step =
  | { readonly kind: "ask"; readonly front: number; readonly address: number }
  | { readonly kind: Decision; readonly front: number; readonly which: number }
  | { readonly kind: "hear"; readonly front: number; readonly count: number }
  | { readonly kind: "wait"; readonly millis: number };

const front = fc.nat(1);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("ask" as const), front, address: fc.nat(5) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom<Decision[]>("allow", "deny", "take", "withdraw"),
      front,
      which: fc.nat(3),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("hear" as const), front, count: fc.nat(3) }) },
  fc.record({
    kind: fc.constant("wait" as const),
    millis: fc.constantFrom(1, 60_000, REQUEST_MILLIS - 1, REQUEST_MILLIS),
  }),
);

/** What became of a request, in the order in which the bucket took it. */
interface Listed extends MadeRequest {
  state: "waiting" | "allowed" | "denied" | "over";
  endsAtMillis: number;
}

/** Two fronts beside a list of what should be of requests. */
class ListedRequests {
  readonly bucket = new HeardBucket();
  readonly fronts = [new Front(this.bucket), new Front(this.bucket)] as const;
  readonly made: Listed[] = [];

  async take(step: Step): Promise<void> {
    const nowMillis = () => this.bucket.clock.now();
    if (step.kind === "wait") this.bucket.clock.advance(step.millis);
    for (const one of this.made) if (nowMillis() >= one.endsAtMillis) one.state = "over";
    if (step.kind === "wait") return;
    const at = this.fronts[step.front] ?? this.fronts[0];
    if (step.kind === "hear") return at.hear(step.count);
    if (step.kind !== "ask") return this.#decide(step.kind, at, this.made.at(-1 - step.which));
    const made = await at.requests.ask({ ...ANN, address: `10.0.0.${step.address}` });
    if (made) this.made.push({ ...made, state: "waiting", endsAtMillis: nowMillis() + REQUEST_MILLIS });
  }

  async #decide(kind: Decision, { requests }: Front, one: Listed | undefined): Promise<void> {
    if (!one) return;
    const { code } = one.request;
    const endsAtMillis = this.bucket.clock.now() + REQUEST_MILLIS;
    if (kind === "allow" && (await requests.allow(code))) {
      // A front that is behind decides nothing: what it decides is what the bucket has.
      expect(one.state).toBe("waiting");
      Object.assign(one, { state: "allowed", endsAtMillis });
    } else if (kind === "deny" && (await requests.deny(code))) {
      expect(["waiting", "allowed"]).toContain(one.state);
      one.state = "denied";
    } else if (kind === "take" && (await requests.take(one.secret)).state === "allowed") {
      expect(one.state).toBe("allowed");
      one.state = "over";
    } else if (kind === "withdraw") {
      await requests.withdraw(one.secret);
    }
  }

  async check(): Promise<void> {
    for (const { requests, ...at } of this.fronts) {
      for (const { secret } of this.made) await requests.take(secret.toUpperCase());
      expect(at.lapsed.length).toBe(new Set(at.lapsed).size);
    }
    const written = JSON.stringify(this.bucket.written);
    for (const { secret } of this.made) expect(written).not.toContain(secret);
  }
}

test("G113: whatever two fronts do and however late they hear of it: what was allowed lets in once, and nothing else does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 60, size: "max" }), async (steps) => {
      const listed = new ListedRequests();
      for (const step of steps) await listed.take(step);
      await listed.check();
    }),
    { numRuns: times(500) },
  );
});

test("G113: of two fronts that take, or decide, at the same time, one does", async () => {
  const bucket = new HeardBucket();
  const [one, other] = [new Front(bucket), new Front(bucket)];
  const made = await one.requests.ask(ANN);
  const { request } = made ?? {};
  other.hear();
  const both = [one, other].map(({ requests }) => requests);
  const decided = await Promise.all([both[0]?.allow(request?.code ?? ""), both[1]?.deny(request?.code ?? "")]);
  expect(decided.filter((outcome) => outcome !== undefined).length).toBe(1);
  for (const at of [one, other]) at.hear();
  const again = await one.requests.ask(ANN);
  other.hear();
  await other.requests.allow(again?.request.code ?? "");
  one.hear();
  const taken = await Promise.all(both.map((requests) => requests.take(again?.secret ?? "")));
  expect(taken.map(({ state }) => state).toSorted()).toEqual(["allowed", "over"]);
  expect((await one.requests.take(again?.secret ?? "")).state).toBe("over");
});

test("G113: an address has four requests at all fronts together, also when it asks for many at the same time", async () => {
  const bucket = new HeardBucket();
  const [one, other] = [new Front(bucket), new Front(bucket)];
  const made = await Promise.all(Array.from({ length: 8 }, () => one.requests.ask(ANN)));
  expect(made.filter((asked) => asked !== undefined).length).toBe(MOST_OF_ADDRESS);
  other.hear();
  expect(await other.requests.ask(ANN)).toBe(undefined);
  expect(await other.requests.ask({ ...ANN, address: "10.0.0.2" })).toBeDefined();
});

test("G113: a request that nobody decides on ends after five minutes, and the front at which it was made tells of it once", async () => {
  const bucket = new HeardBucket();
  const [one, other] = [new Front(bucket), new Front(bucket)];
  const made = await one.requests.ask(ANN);
  other.hear();
  bucket.clock.advance(REQUEST_MILLIS);
  for (const { requests } of [one, other]) {
    expect([requests.waiting, await requests.allow(made?.request.code ?? "")]).toEqual([[], undefined]);
    expect((await requests.take(made?.secret ?? "")).state).toBe("over");
  }
  expect([one.lapsed, other.lapsed]).toEqual([[`${made?.request.code} late`], []]);
});

test("G113: a front that does not hear of the fleet takes no request, decides on none, and lets nobody in", async () => {
  const bucket = new HeardBucket();
  const [one, other] = [new Front(bucket), new Front(bucket)];
  const made = await one.requests.ask(ANN);
  await one.requests.allow(made?.request.code ?? "");
  other.hear();
  other.isSilent = true;
  const tries = [
    () => other.requests.ask(ANN),
    () => other.requests.allow(made?.request.code ?? ""),
    () => other.requests.deny(made?.request.code ?? ""),
    () => other.requests.take(made?.secret ?? ""),
  ];
  for (const attempt of tries) await expect(attempt()).rejects.toThrow(StoreFault);
  expect((await one.requests.take(made?.secret ?? "")).state).toBe("allowed");
});

test("G113: of two requests with one code none is decided on", async () => {
  const bucket = new HeardBucket();
  const at = new Front(bucket);
  const made = await at.requests.ask(ANN);
  const [written] = bucket.written;
  bucket.put(`request.${"0".repeat(64)}`, written?.text);
  at.hear();
  expect(await at.requests.allow(made?.request.code ?? "")).toBe(undefined);
});
