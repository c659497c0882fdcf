import fc from "fast-check";
import { expect, test } from "vitest";
import type { Gateway } from "../src/core/gateway/gateway.ts";
import type { AccessKey } from "../src/core/home/model/access-key.ts";
import { idFrom } from "../src/core/home/model/ids.ts";
import { remainingMillis, SHUT } from "../src/core/home/pairing-window.ts";
import { atLeast, times } from "./support/depth.ts";
import { aKey } from "./support/home/builders.ts";
import { StoredGateway, settled } from "./support/store/stored-gateway.ts";

type Outcome = Awaited<ReturnType<Gateway["pair"]>>;

type Step =
  | { readonly kind: "press" }
  | { readonly kind: "wait"; readonly millis: number }
  /** So many clients in one tick; each tries after so many turns of the others. */
  | { readonly kind: "try"; readonly turns: readonly number[] }
  /** What the disk does from now on. */
  | { readonly kind: "disk"; readonly to: "refuse" | "heal" | "hold" | "letGo" };

const press = fc.constant<Step>({ kind: "press" });
const wait = fc
  .oneof(
    fc.constantFrom(0, 0.1, 1, 100, 1_000, 9_949, 9_950, 9_999, 9_999.9, 10_000, 10_000.1),
    fc.double({ min: 0, max: 12_000, noNaN: true }),
  )
  .map((millis): Step => ({ kind: "wait", millis }));
const tries = (mostTurns: number) =>
  fc
    .array(fc.nat(mostTurns), { minLength: 1, maxLength: 5, size: "max" })
    .map((turns): Step => ({ kind: "try", turns }));
const disk = (...states: readonly Extract<Step, { kind: "disk" }>["to"][]) =>
  fc.constantFrom(...states).map((to): Step => ({ kind: "disk", to }));

const history = (disks: fc.Arbitrary<Step>, mostTurns: number) =>
  fc.array(
    fc.oneof(
      { weight: 2, arbitrary: press },
      { weight: 4, arbitrary: wait },
      { weight: 6, arbitrary: tries(mostTurns) },
      { weight: 1, arbitrary: disks },
    ),
    { maxLength: 800, size: "max" },
  );

let keysMade = 0;
function nextKey(): AccessKey {
  keysMade += 1;
  return aKey({ id: idFrom(`00000000-0000-4000-8000-${keysMade.toString(16).padStart(12, "0")}`) });
}

/** The clock moves at once, whatever the disk does. */
async function take(stored: StoredGateway, step: Exclude<Step, { kind: "try" }>): Promise<void> {
  if (step.kind === "press") stored.gateway.pressButton();
  else if (step.kind === "wait") stored.clock.advance(step.millis);
  else stored.store[step.to]();
  await settled();
}

/** Tries as many at once as the step says; gives what came of it beside what must come of it, in the plainest way. */
async function tryAtOnce({ gateway, store }: StoredGateway, clients: number, isOpen: boolean) {
  const isRefused = store.isRefusing || gateway.storeProblem !== undefined;
  const first: Outcome = isRefused ? "not-stored" : "done";
  const expected = Array.from({ length: clients }, (_none, at): Outcome => (isOpen && at === 0 ? first : "shut"));
  const outcomes = await Promise.all(expected.map(() => gateway.pair(nextKey(), "10.0.0.7")));
  return { outcomes, expected };
}

test("of any tries of any clients at any time none pairs outside a window, and a press lets in one, whatever the disk refuses", async () => {
  const count = { tries: 0, outside: 0, presses: 0, paired: 0 };
  await fc.assert(
    fc.asyncProperty(history(disk("refuse", "heal", "heal"), 0), async (steps) => {
      const stored = new StoredGateway();
      const { gateway, clock } = stored;
      let window = SHUT;
      for (const step of steps) {
        if (step.kind === "try") {
          const isOpen = clock.now() < window.endsAtMillis;
          const { outcomes, expected } = await tryAtOnce(stored, step.turns.length, isOpen);
          expect(outcomes).toEqual(expected);
          if (outcomes[0] === "done") window = SHUT;
          count.tries += outcomes.length;
          count.outside += outcomes.length - Number(isOpen);
          count.paired += Number(outcomes[0] === "done");
        } else await take(stored, step);
        if (step.kind === "press") window = { endsAtMillis: clock.now() + 10_000 };
        count.presses += Number(step.kind === "press");
        expect(gateway.pairingMillisLeft()).toBe(remainingMillis(window, clock.now()));
      }
    }),
    { numRuns: times(250) },
  );
  expect(count.tries).toBeGreaterThanOrEqual(atLeast(100_000));
  expect(count.outside).toBeGreaterThanOrEqual(atLeast(count.tries / 2));
  expect(count.paired).toBeGreaterThanOrEqual(atLeast(count.presses / 10));
});

interface Press {
  readonly atMillis: number;
}

interface Tried {
  readonly atMillis: number;
  /** The last one before that. */
  readonly press: Press | undefined;
  outcome: Outcome | undefined;
}

/** One of several that try in the same tick. */
async function tryLater(stored: StoredGateway, turns: number, press: Press | undefined): Promise<Tried> {
  for (let turn = 0; turn < turns; turn += 1) await undefined;
  const tried: Tried = { atMillis: stored.clock.now(), press, outcome: undefined };
  void stored.gateway.pair(nextKey(), "10.0.0.7").then((outcome) => {
    tried.outcome = outcome;
  });
  return tried;
}

/** All that tried, in the end. */
async function triedIn(stored: StoredGateway, steps: readonly Step[]): Promise<readonly Tried[]> {
  const all: Tried[] = [];
  let press: Press | undefined;
  for (const step of steps) {
    if (step.kind === "try") {
      all.push(...(await Promise.all(step.turns.map((turns) => tryLater(stored, turns, press)))));
      continue;
    }
    await take(stored, step);
    if (step.kind === "press") press = { atMillis: stored.clock.now() };
  }
  stored.store.heal();
  stored.store.letGo();
  await stored.pass(2_000);
  return all;
}

test("whoever pairs tried within 10 s of a press that let nobody else in, however long the disk takes and whoever else tries", async () => {
  let pairedInAll = 0;
  await fc.assert(
    fc.asyncProperty(history(disk("refuse", "heal", "heal", "hold", "letGo", "letGo"), 6), async (steps) => {
      const stored = new StoredGateway();
      const all = await triedIn(stored, steps);
      const paired = all.filter(({ outcome }) => outcome === "done");
      const ages = paired.map(({ atMillis, press }) => atMillis - (press?.atMillis ?? Number.NEGATIVE_INFINITY));
      expect(ages.filter((millis) => millis >= 10_000)).toEqual([]);
      expect(new Set(paired.map(({ press }) => press)).size).toBe(paired.length);
      expect(all.filter(({ outcome }) => outcome === undefined)).toEqual([]);
      expect(stored.gateway.home.keys.all()).toHaveLength(paired.length);
      expect(stored.store.contents?.keys).toEqual(stored.gateway.home.keys.all());
      pairedInAll += paired.length;
    }),
    { numRuns: times(100) },
  );
  expect(pairedInAll).toBeGreaterThanOrEqual(atLeast(100));
});
