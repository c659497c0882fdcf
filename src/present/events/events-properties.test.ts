import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { anyMaking, anySteps, type Step } from "../../../test/support/home/any-step.ts";
import { FollowedGateway } from "../../../test/support/home/followed-gateway.ts";
import { FOUNDED } from "../../../test/support/home/founded-home.ts";
import { FURNISHED } from "../../../test/support/home/furnished-home.ts";
import { settled } from "../../../test/support/store/stored-gateway.ts";

/** How many sequences of changes are folded, and to how many of them watchers add their own. */
const SEQUENCES = times(10_000);
const MEDDLED_SEQUENCES = times(1_000);

const anyOrder = fc.constantFrom("arrival" as const, "id" as const);

async function follow(followed: FollowedGateway, steps: readonly Step[]): Promise<void> {
  const letGo: Step = ({ store }) => store.letGo();
  for (const step of [...steps, letGo]) {
    step(followed);
    await settled();
    expect(followed.known).toBe(followed.read);
  }
}

test("whatever happens and is rolled back, events folded onto what was read are what the reads answer", async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), anyOrder, anySteps, (isFurnished, order, steps) =>
      follow(new FollowedGateway(isFurnished ? FURNISHED : FOUNDED, { order }), steps),
    ),
    { numRuns: SEQUENCES },
  );
});

test("so it is when watchers make things happen themselves, before clients get events or after", async () => {
  const anyMeddling = fc.array(anyMaking, { maxLength: 10, size: "max" });
  const oneByOne = (meddling: readonly Step[]): Step => {
    const left = [...meddling];
    return (stored) => left.shift()?.(stored);
  };
  await fc.assert(
    fc.asyncProperty(anyMeddling, anyMeddling, anySteps, (early, late, steps) =>
      follow(new FollowedGateway(FURNISHED, { before: oneByOne(early), after: oneByOne(late) }), steps),
    ),
    { numRuns: MEDDLED_SEQUENCES },
  );
});
