import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { LINK_MILLIS, OneTimeLinks } from "./one-time-links.ts";

type Step =
  | { readonly kind: "make" }
  | { readonly kind: "wait"; readonly millis: number }
  /** One of the links so far, or none of them. */
  | { readonly kind: "use"; readonly which: number };

const steps = fc.array(
  fc.oneof(
    fc.constant<Step>({ kind: "make" }),
    fc
      .oneof(fc.constantFrom(0, 1, 59_999, 60_000, 60_001), fc.nat(40_000))
      .map((millis): Step => ({ kind: "wait", millis })),
    fc.nat(20).map((which): Step => ({ kind: "use", which })),
  ),
  { maxLength: 60, size: "max" },
);

interface Made {
  readonly secret: string;
  readonly atMillis: number;
  isUsed: boolean;
}

/** Links on a clock that goes on by steps, beside a list of what was made and used. */
class Links {
  readonly made: Made[] = [];
  readonly #links = new OneTimeLinks();
  #nowMillis = 0;

  take(step: Step): void {
    if (step.kind === "wait") this.#nowMillis += step.millis;
    else if (step.kind === "use") this.#use(this.made[step.which]);
    else this.made.push({ secret: this.#links.make(this.#nowMillis), atMillis: this.#nowMillis, isUsed: false });
  }

  #use(link: Made | undefined): void {
    const isOpen = link !== undefined && !link.isUsed && this.#nowMillis < link.atMillis + LINK_MILLIS;
    const isTaken = this.#links.use(link?.secret ?? "x".repeat(43), this.#nowMillis);
    const isAmongNewest = link !== undefined && this.made.slice(-4).includes(link);
    expect(isTaken).toBe(isOpen && (isTaken || isAmongNewest));
    if (link) link.isUsed ||= isTaken;
  }
}

test("G89: no link is taken twice, or after 60 seconds, or if it never was one; the newest four are", () => {
  fc.assert(
    fc.property(steps, (history) => {
      const links = new Links();
      for (const step of history) links.take(step);
      expect(new Set(links.made.map(({ secret }) => secret)).size).toBe(links.made.length);
    }),
    { numRuns: times(5_000) },
  );
});

test("a link is 256 bits in 43 characters that stand in an address as they are", () => {
  expect(new OneTimeLinks().make(0)).toMatch(/^[\w-]{43}$/);
});
