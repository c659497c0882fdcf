import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { AnswerBudget } from "./answer-budget.ts";

const PER_SOURCE = { perSecond: 4, burst: 20 };
const IN_ALL = { perSecond: 40, burst: 200 };
const ONE = "192.168.1.55";
const OTHER = "192.168.1.56";

/** A budget on a clock that the test drives. */
class DrivenBudget {
  readonly clock = new ManualClock();
  readonly budget = new AnswerBudget(this.clock.now());

  ask(source: string, datagrams = 1): boolean {
    return this.budget.spend(source, datagrams, this.clock.now());
  }

  /** How many of so many asks are answered. */
  answersTo(source: string, { asks }: { readonly asks: number }): number {
    return Array.from({ length: asks }, () => this.ask(source)).filter(Boolean).length;
  }

  /** How many of so many sources are answered that ask once each. */
  answersToMany({ sources }: { readonly sources: number }): number {
    return Array.from({ length: sources }, (_, index) => this.ask(`source ${index}`)).filter(Boolean).length;
  }
}

describe("one source", () => {
  test("P5: it is answered 20 times at once, and no more", () => {
    expect(new DrivenBudget().answersTo(ONE, { asks: 1_000 })).toBe(20);
  });

  test("P5: after its burst it is answered 4 times a second", () => {
    const driven = new DrivenBudget();
    driven.answersTo(ONE, { asks: 20 });
    driven.clock.advance(249);
    expect(driven.ask(ONE)).toBe(false);
    driven.clock.advance(1);
    expect(driven.answersTo(ONE, { asks: 10 })).toBe(1);
    driven.clock.advance(1_000);
    expect(driven.answersTo(ONE, { asks: 10 })).toBe(4);
  });

  test("P5, A9: an answer of two datagrams counts twice, and is not given by halves", () => {
    const driven = new DrivenBudget();
    expect(Array.from({ length: 30 }, () => driven.ask(ONE, 2)).filter(Boolean)).toHaveLength(10);
    driven.clock.advance(250);
    expect(driven.ask(ONE, 2)).toBe(false);
    expect(driven.ask(ONE)).toBe(true);
    driven.clock.advance(1_000);
    expect(Array.from({ length: 30 }, () => driven.ask(ONE, 2)).filter(Boolean)).toHaveLength(2);
  });

  test("P5: its burst is back after 5 quiet seconds, and never grows beyond 20", () => {
    const driven = new DrivenBudget();
    driven.answersTo(ONE, { asks: 20 });
    driven.clock.advance(5_000);
    expect(driven.answersTo(ONE, { asks: 100 })).toBe(20);
    driven.clock.advance(86_400_000);
    expect(driven.answersTo(ONE, { asks: 100 })).toBe(20);
  });

  test("it is always answered when it asks 4 times a second", () => {
    const driven = new DrivenBudget();
    for (let asked = 0; asked < 1_000; asked += 1) {
      expect(driven.ask(ONE)).toBe(true);
      driven.clock.advance(250);
    }
  });

  test("its refused asks cost it nothing: a client that asks too often is still answered 4 times a second", () => {
    const driven = new DrivenBudget();
    driven.answersTo(ONE, { asks: 20 });
    let answers = 0;
    for (let millis = 0; millis < 10_000; millis += 1) {
      driven.clock.advance(1);
      if (driven.ask(ONE)) answers += 1;
    }
    expect(answers).toBeGreaterThanOrEqual(39);
    expect(answers).toBeLessThanOrEqual(40);
  });

  test("it does not use up what another may have", () => {
    const driven = new DrivenBudget();
    driven.answersTo(ONE, { asks: 1_000 });
    expect(driven.answersTo(OTHER, { asks: 20 })).toBe(20);
  });
});

describe("all sources together", () => {
  test("P5: they are answered 200 times at once, and no more", () => {
    expect(new DrivenBudget().answersToMany({ sources: 10_000 })).toBe(200);
  });

  test("P5: after the burst they are answered 40 times a second", () => {
    const driven = new DrivenBudget();
    driven.answersToMany({ sources: 200 });
    driven.clock.advance(24);
    expect(driven.ask(ONE)).toBe(false);
    driven.clock.advance(1);
    expect(driven.ask(ONE)).toBe(true);
    expect(driven.ask(OTHER)).toBe(false);
    driven.clock.advance(1_000);
    expect(driven.answersToMany({ sources: 10_000 })).toBe(40);
  });

  test("a source that is refused for the others' sake loses nothing of its own", () => {
    const driven = new DrivenBudget();
    driven.answersToMany({ sources: 200 });
    expect(driven.answersTo(ONE, { asks: 100 })).toBe(0);
    driven.clock.advance(500);
    expect(driven.answersTo(ONE, { asks: 100 })).toBe(20);
  });
});

/** A moment at which some sources ask, each some times. */
interface Round {
  readonly afterMillis: number;
  readonly firstSource: number;
  readonly sources: number;
  readonly asksEach: number;
}

const anyRound: fc.Arbitrary<Round> = fc.record({
  afterMillis: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 300 }),
    fc.double({ min: 0, max: 9_000, noNaN: true }),
  ),
  firstSource: fc.nat(30),
  sources: fc.integer({ min: 1, max: 60 }),
  asksEach: fc.integer({ min: 1, max: 25 }),
});
const anyRounds = fc.array(anyRound, { minLength: 1, maxLength: 25, size: "max" });

/** When answers were given, in all and to each source. */
function answerTimes(rounds: readonly Round[]): { all: number[]; bySource: Map<string, number[]> } {
  const driven = new DrivenBudget();
  const all: number[] = [];
  const bySource = new Map<string, number[]>();
  for (const { afterMillis, firstSource, sources, asksEach } of rounds) {
    driven.clock.advance(afterMillis);
    for (let ask = 0; ask < sources * asksEach; ask += 1) {
      const source = `source ${firstSource + (ask % sources)}`;
      if (!driven.ask(source)) continue;
      all.push(driven.clock.now());
      bySource.set(source, [...(bySource.get(source) ?? []), driven.clock.now()]);
    }
  }
  return { all, bySource };
}

/** The most by which the answers in a window, from any answer to any later one, exceed what the rate allows in it. */
function worstExcess(times: readonly number[], { perSecond, burst }: typeof IN_ALL): number {
  // Every window keeps to the rate when the count, less what the rate has granted by then, never rises by more than the
  // burst.
  let lowest = Number.POSITIVE_INFINITY;
  let worst = Number.NEGATIVE_INFINITY;
  times.forEach((millis, count) => {
    const ahead = count - (millis / 1_000) * perSecond;
    lowest = Math.min(lowest, ahead);
    worst = Math.max(worst, ahead + 1 - lowest - burst);
  });
  return worst;
}

describe("over any sequence of asks", () => {
  const ROUNDING = 1e-6;

  test("P5: no window holds more answers to one source than 20 and 4 a second", () => {
    fc.assert(
      fc.property(anyRounds, (rounds) => {
        for (const times of answerTimes(rounds).bySource.values()) {
          expect(worstExcess(times, PER_SOURCE)).toBeLessThanOrEqual(ROUNDING);
        }
      }),
      { numRuns: times(200) },
    );
  });

  test("P5: no window holds more answers in all than 200 and 40 a second", () => {
    fc.assert(
      fc.property(anyRounds, (rounds) => {
        expect(worstExcess(answerTimes(rounds).all, IN_ALL)).toBeLessThanOrEqual(ROUNDING);
      }),
      { numRuns: times(200) },
    );
  });
});

describe("P3: the memory of sources", () => {
  /** What may have been answered in the 5 seconds that a bucket takes to fill. */
  const BOUND = 400;

  test("it holds only those that were answered", () => {
    const driven = new DrivenBudget();
    driven.answersToMany({ sources: 10_000 });
    expect(driven.budget.sources).toBe(200);
  });

  test("it stays small while thousands of sources ask for minutes", () => {
    const driven = new DrivenBudget();
    let most = 0;
    for (let asked = 0; asked < 120_000; asked += 1) {
      driven.clock.advance(1);
      driven.ask(`10.0.${Math.floor(asked / 256) % 256}.${asked % 256}`);
      most = Math.max(most, driven.budget.sources);
    }
    expect(most).toBeLessThanOrEqual(BOUND);
  });

  test("it stays small however the asks come", () => {
    const anyCrowd = fc.array(fc.record({ afterMillis: fc.nat(2_000), sources: fc.integer({ min: 1, max: 500 }) }), {
      minLength: 1,
      maxLength: 40,
      size: "max",
    });
    fc.assert(
      fc.property(anyCrowd, (crowds) => {
        const driven = new DrivenBudget();
        crowds.forEach(({ afterMillis, sources }, crowd) => {
          driven.clock.advance(afterMillis);
          for (let source = 0; source < sources; source += 1) driven.ask(`${crowd} ${source}`);
          expect(driven.budget.sources).toBeLessThanOrEqual(BOUND);
        });
      }),
      { numRuns: times(100) },
    );
  });

  test("it forgets a crowd once that has been quiet", () => {
    const driven = new DrivenBudget();
    driven.answersToMany({ sources: 10_000 });
    driven.clock.advance(5_000);
    driven.ask(ONE);
    expect(driven.budget.sources).toBe(1);
  });

  test("P5: it keeps a source until its burst is whole again, so that a crowd does not renew it", () => {
    const driven = new DrivenBudget();
    driven.answersTo(ONE, { asks: 20 });
    driven.answersToMany({ sources: 180 });
    driven.clock.advance(4_750);
    for (let source = 0; source < 30; source += 1) driven.ask(`newcomer ${source}`);
    expect(driven.answersTo(ONE, { asks: 100 })).toBe(19);
  });
});
