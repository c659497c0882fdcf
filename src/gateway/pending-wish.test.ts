import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PendingWish } from "./pending-wish.ts";

const white = (kelvin: number) => ({ mode: "white", kelvin });

/** A wish for each of some brightnesses, one after the other, of a lamp that was at another. */
function wishedFor(before: number, ...percents: readonly number[]): PendingWish {
  const wish = new PendingWish();
  for (const brightnessPercent of percents) wish.add({ brightnessPercent: before }, { brightnessPercent });
  return wish;
}
const said = (brightnessPercent: number) => ({ brightnessPercent });

describe("what a lamp says of itself", () => {
  test("answers a wish when it comes to the same for a person, and is what is shown then", () => {
    const wish = new PendingWish();
    wish.add({ on: false, colour: white(6500) }, { on: true, colour: white(2700) });
    expect(wish.hear({ colour: white(2703) })).toEqual({ colour: white(2703) });
    expect(wish.isConfirmed).toBe(false);
    expect(wish.hear({ on: true })).toEqual({ on: true });
    expect(wish.isConfirmed).toBe(true);
  });

  test("answers no wish when it is further off, and is no news then", () => {
    const wish = wishedFor(10, 50);
    expect([wish.hear(said(30)), wish.isConfirmed, wish.truth]).toEqual([{}, false, said(30)]);
  });

  test("answers the wish that comes nearest to it, so that one that was lost before keeps nobody waiting", () => {
    const wish = wishedFor(10, 50, 51);
    expect(wish.hear(said(50.98))).toEqual(said(50.98));
    expect(wish.isConfirmed).toBe(true);
  });

  test("is no news when it answers an earlier wish, be the later one ever so near", () => {
    const wish = wishedFor(10, 50, 51);
    expect([wish.hear(said(50.1)), wish.isConfirmed]).toEqual([{}, false]);
    expect([wish.hear(said(51.2)), wish.isConfirmed]).toEqual([said(51.2), true]);
  });

  test("answers nothing when it is what the lamp was before, and near by chance", () => {
    const wish = wishedFor(50, 51);
    expect([wish.hear(said(50)), wish.isConfirmed]).toEqual([{}, false]);
    expect([wish.hear(said(51.18)), wish.isConfirmed]).toEqual([said(51.18), true]);
  });

  test("answers a wish for just what the lamp was before", () => {
    const wish = wishedFor(50, 50);
    expect([wish.hear(said(50)), wish.isConfirmed]).toEqual([said(50), true]);
  });
});

/** A lamp with so many steps of brightness, and a person who is shown it. */
class RoundingLamp {
  readonly wish = new PendingWish();
  readonly #onItsWay: number[] = [];
  readonly #steps: number;
  wished: number;
  shown: number;
  percent: number;

  constructor(steps: number) {
    this.#steps = steps;
    this.percent = this.#rounded(50);
    this.wished = this.percent;
    this.shown = this.percent;
  }

  want(percent: number): void {
    this.wish.add(said(this.percent), said(percent));
    this.#onItsWay.push(percent);
    this.wished = percent;
    this.shown = percent;
  }

  /** It does as it was told next, and says so. */
  obey(): void {
    this.percent = this.#rounded(this.#onItsWay.shift() ?? this.percent);
    const { brightnessPercent = this.shown } = this.wish.hear(said(this.percent));
    this.shown = Number(brightnessPercent);
  }

  miss(): void {
    this.#onItsWay.shift();
  }

  #rounded(percent: number): number {
    return (Math.max(1, Math.round((percent * this.#steps) / 100)) * 100) / this.#steps;
  }
}

test("as a lamp rounds that has a step for each percent or more, whatever it misses, nothing but the last wish is shown, and in the end what it said", () => {
  const anyAct = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom("obey" as const, "miss" as const));
  let confirmed = 0;
  fc.assert(
    fc.property(fc.constantFrom(100, 254, 255, 1000), fc.array(anyAct, { maxLength: 20 }), (steps, acts) => {
      const lamp = new RoundingLamp(steps);
      for (const act of acts) {
        if (typeof act === "number") lamp.want(act);
        else lamp[act]();
        expect(Math.abs(lamp.shown - lamp.wished)).toBeLessThanOrEqual(1);
      }
      if (lamp.wish.isConfirmed) expect(lamp.shown).toBe(lamp.percent);
      else expect(lamp.wish.truth).toEqual(said(lamp.percent));
      if (lamp.wish.isConfirmed && acts.length > 0) confirmed += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(confirmed).toBeGreaterThan(100);
});
