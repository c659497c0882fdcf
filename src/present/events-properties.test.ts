import fc from "fast-check";
import { expect, test } from "vitest";
import { anyChange } from "../../test/support/any-change.ts";
import { type FollowedGateway, followedGateway } from "../../test/support/followed-gateway.ts";
import { settled } from "../../test/support/stored-gateway.ts";
import type { Change } from "../home/change.ts";

/** How many sequences of changes are folded, and how many of them watchers add to. */
const SEQUENCES = 9_000;
const MEDDLED_SEQUENCES = 1_000;

type Step = (followed: FollowedGateway) => unknown;
const named = (name: () => string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: name });

const report = (change: Change): Step =>
  named(() => `report ${fc.stringify(change)}`, ({ gateway }) => gateway.submit(change));
const wish = (change: Change): Step => named(() => `ask ${fc.stringify(change)}`, (followed) => followed.ask(change));

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: anyChange.map(report) },
  { weight: 8, arbitrary: anyChange.map(wish) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      named(() => "refuse", ({ store }) => store.refuse()),
      named(() => "heal", ({ store }) => store.heal()),
      named(() => "hold", ({ store }) => store.hold()),
      named(() => "let go", ({ store }) => store.letGo()),
      named(() => "a second passes", ({ clock }) => clock.advance(1_000)),
    ),
  },
);

/** Mostly few, so that there can be many of them, and now and then a long story. */
const anySteps = fc.oneof(
  { weight: 30, arbitrary: fc.array(anyStep, { maxLength: 12, size: "max" }) },
  { weight: 1, arbitrary: fc.array(anyStep, { maxLength: 100, size: "max" }) },
);

async function follow(followed: FollowedGateway, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    step(followed);
    await settled();
    expect(followed.known).toBe(followed.read);
  }
  followed.store.letGo();
  await settled();
  expect(followed.known).toBe(followed.read);
}

test("whatever happens and is taken back, events folded onto what was read are what the reads answer", async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), anySteps, (isFurnished, steps) => follow(followedGateway({ isFurnished }), steps)),
    { numRuns: SEQUENCES },
  );
}, 60_000);

test("it is so as well when watchers make things happen before or after clients are told", async () => {
  const meddling = fc.array(fc.oneof(anyChange.map(report), anyChange.map(wish)), { maxLength: 10, size: "max" });
  await fc.assert(
    fc.asyncProperty(meddling, meddling, anySteps, (before, after, steps) =>
      follow(followedGateway({ isFurnished: true, before, after }), steps),
    ),
    { numRuns: MEDDLED_SEQUENCES },
  );
}, 60_000);
