import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { StepByStep } from "../../../../test/support/gateway/step-by-step.ts";
import { anyMaking, anySteps, type Step } from "../../../../test/support/home/any-step.ts";
import { FollowedGateway } from "../../../../test/support/home/followed-gateway.ts";
import { FOUNDED } from "../../../../test/support/home/founded-home.ts";
import { FURNISHED } from "../../../../test/support/home/furnished-home.ts";
import { settled } from "../../../../test/support/store/stored-gateway.ts";

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

test("so it is when large changes are worked on in steps, and others come between", async () => {
  await fc.assert(
    fc.asyncProperty(anyOrder, anySteps, fc.array(fc.nat(3)), async (order, steps, pauses) => {
      const runner = new StepByStep();
      const followed = new FollowedGateway(FURNISHED, { order, run: runner.run, large: 2 });
      const letGo: Step = ({ store }) => store.letGo();
      for (const [at, step] of [...steps, letGo].entries()) {
        step(followed);
        for (let left = pauses[at] ?? 0; left > 0; left -= 1) {
          await settled();
          runner.step();
        }
      }
      for (let idle = 0; idle < 3; idle = runner.isIdle ? idle + 1 : 0) {
        await settled();
        runner.step();
        followed.clock.advance(0);
      }
      expect(followed.gateway.areWatchersBehind).toBe(false);
      expect(followed.known).toBe(followed.read);
    }),
    { numRuns: MEDDLED_SEQUENCES },
  );
});
