import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { ManualClock } from "../../../../test/support/gateway/manual-clock.ts";
import type { MadeRequest } from "./request-keeper.ts";
import { MOST_OF_ADDRESS, MOST_REQUESTS, REQUEST_MILLIS } from "./request-limits.ts";
import { SignInRequests } from "./sign-in-requests.ts";

type Decision = "allow" | "deny" | "take" | "withdraw";

type Step =
  | { readonly kind: "ask"; readonly address: number }
  | { readonly kind: "wait"; readonly millis: number }
  | { readonly kind: Decision; readonly which: number };

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.nat(11).map((address): Step => ({ kind: "ask", address })) },
    fc.constantFrom(1, 60_000, REQUEST_MILLIS - 1, REQUEST_MILLIS).map((millis): Step => ({ kind: "wait", millis })),
    fc
      .tuple(fc.constantFrom<Decision[]>("allow", "deny", "take", "withdraw"), fc.nat(60))
      .map(([kind, which]): Step => ({ kind, which })),
  ),
  { maxLength: 120, size: "max" },
);

/** What should be of a request: a list without any bounds. */
interface Expected extends MadeRequest {
  state: "waiting" | "allowed" | "denied" | "over";
  endsAtMillis: number;
}

function driven() {
  const clock = new ManualClock();
  const lapsed: string[] = [];
  const requests = new SignInRequests({ clock, today: () => new Date(clock.now()) });
  requests.onLapsed(({ code }) => void lapsed.push(code));
  const ask = (address: string, name = "Ann's phone") => requests.ask({ name, address, browser: "Safari on iPhone" });
  return { clock, requests, lapsed, ask };
}

/** Requests beside a list of what should be of them. */
class ListedRequests {
  readonly driven = driven();
  readonly made: Expected[] = [];
  opened = 0;
  allowed = 0;

  take(step: Step): void {
    const { clock, requests, ask } = this.driven;
    if (step.kind === "ask") {
      const made = ask(`10.0.0.${step.address}`);
      if (made) this.made.push({ ...made, state: "waiting", endsAtMillis: clock.now() + REQUEST_MILLIS });
    } else if (step.kind === "wait") clock.advance(step.millis);
    else this.#decide(step.kind, this.made[step.which]);
    for (const one of this.made) {
      if (clock.now() >= one.endsAtMillis) one.state = "over";
      // What gave way is over too: the property that follows says when that may be.
      const gaveWay = this.driven.lapsed.includes(one.request.code);
      if (gaveWay) one.state = "over";
    }
    expect(requests.waiting.length).toBeLessThanOrEqual(MOST_REQUESTS);
  }

  #decide(kind: Decision, one: Expected | undefined): void {
    const code = one?.request.code ?? "BBBB-BBBB";
    const secret = one?.secret ?? "x".repeat(43);
    if (kind === "allow") this.#allow(code, one);
    else if (kind === "deny") this.#deny(code, one);
    else if (kind === "take") this.#takeBack(secret, one);
    else this.#withdraw(secret, one);
  }

  #allow(code: string, one: Expected | undefined): void {
    const { clock, requests } = this.driven;
    const isAllowed = requests.allow(code) !== undefined;
    expect(isAllowed).toBe(one?.state === "waiting");
    if (!one || !isAllowed) return;
    Object.assign(one, { state: "allowed", endsAtMillis: clock.now() + REQUEST_MILLIS });
    this.allowed += 1;
  }

  #deny(code: string, one: Expected | undefined): void {
    const isDenied = this.driven.requests.deny(code) !== undefined;
    expect(isDenied).toBe(one?.state === "waiting" || one?.state === "allowed");
    if (one && isDenied) one.state = "denied";
  }

  #takeBack(secret: string, one: Expected | undefined): void {
    const { state } = this.driven.requests.take(secret);
    // What was denied may give way before its time: to its browser it is over then.
    expect(one?.state === "denied" ? ["denied", "over"] : [one?.state ?? "over"]).toContain(state);
    if (state !== "allowed") return;
    this.opened += 1;
    if (one) one.state = "over";
  }

  #withdraw(secret: string, one: Expected | undefined): void {
    this.driven.requests.withdraw(secret);
    if (one && one.state !== "denied") one.state = "over";
  }

  check(): void {
    const { requests } = this.driven;
    const waiting = this.made.filter(({ state }) => state === "waiting").map(({ request }) => request.code);
    expect(requests.waiting.map(({ code }) => code)).toEqual(waiting);
    expect(this.opened).toBeLessThanOrEqual(this.allowed);
    for (const address of new Set(requests.waiting.map((request) => request.address))) {
      const own = requests.waiting.filter((request) => request.address === address);
      expect(own.length).toBeLessThanOrEqual(MOST_OF_ADDRESS);
    }
  }
}

test("G114: whatever is asked, allowed, denied and taken in whatever order, what was allowed lets in once, and nothing else does", () => {
  fc.assert(
    fc.property(steps, (history) => {
      const listed = new ListedRequests();
      for (const step of history) {
        listed.take(step);
        listed.check();
      }
      expect(new Set(listed.made.map(({ request }) => request.code)).size).toBe(listed.made.length);
    }),
    { numRuns: times(2_000) },
  );
});

test("G114: an address has four requests at the most, those that were denied included, for five minutes", () => {
  const { clock, requests, ask } = driven();
  const made = Array.from({ length: 6 }, () => ask("10.0.0.1"));
  expect(made.filter((one) => one !== undefined).length).toBe(MOST_OF_ADDRESS);
  for (const one of made) if (one) requests.deny(one.request.code);
  expect(requests.waiting).toEqual([]);
  expect(ask("10.0.0.1")).toBe(undefined);
  expect(ask("10.0.0.2")).toBeDefined();
  clock.advance(REQUEST_MILLIS);
  expect(ask("10.0.0.1")).toBeDefined();
});

test("G114: whoever waits is not pushed out by others, however many ask, and Ann may ask while a few addresses crowd", () => {
  const { requests, ask, lapsed } = driven();
  const [ann, bob] = [ask("10.0.0.1"), ask("10.0.0.2")];
  for (let host = 10; host < 60; host += 1)
    for (let time = 0; time < 10; time += 1) ask(`10.0.0.${host}`, "Ann's phone");
  const late = ask("10.0.0.3");
  const codes = requests.waiting.map(({ code }) => code);
  for (const one of [ann, bob]) expect(codes).toContain(one?.request.code);
  expect(codes.length).toBe(MOST_REQUESTS);
  expect(lapsed).not.toContain(ann?.request.code);
  // Fifty addresses fill the list with one request each: then nobody gives way, and a link is the way in.
  expect(late).toBe(undefined);
  const few = driven();
  for (let host = 10; host < 20; host += 1) for (let time = 0; time < 4; time += 1) few.ask(`10.0.0.${host}`);
  expect(few.requests.waiting.length).toBe(MOST_REQUESTS);
  expect(few.ask("10.0.0.1")).toBeDefined();
  expect(few.lapsed.length).toBeGreaterThan(0);
});

test("G114: what was allowed has five minutes to be taken, and then lets nobody in", () => {
  const { clock, requests, ask } = driven();
  const made = ask("10.0.0.1");
  clock.advance(REQUEST_MILLIS - 1);
  expect(requests.allow(made?.request.code ?? "")).toBeDefined();
  expect(requests.allow(made?.request.code ?? "")).toBe(undefined);
  clock.advance(REQUEST_MILLIS);
  expect(requests.take(made?.secret ?? "").state).toBe("over");
});

test("a request is over after its time, also while its timer is late", () => {
  let nowMillis = 0;
  const clock = { now: () => nowMillis, after: () => () => undefined };
  const requests = new SignInRequests({ clock, today: () => new Date(nowMillis) });
  const made = requests.ask({ name: "Ann", address: "10.0.0.1", browser: "Firefox" });
  nowMillis = REQUEST_MILLIS;
  expect(requests.waiting).toEqual([]);
  expect(requests.allow(made?.request.code ?? "")).toBe(undefined);
  expect(requests.take(made?.secret ?? "").state).toBe("over");
});
