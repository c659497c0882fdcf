import fc from "fast-check";
import { expect, test } from "vitest";
import { anyChange } from "../../test/support/any-change.ts";
import { FOUNDED, furthered } from "../../test/support/founded-home.ts";
import { StoredGateway, settled } from "../../test/support/stored-gateway.ts";
import { shelvesOfHome, WatchingReplica } from "../../test/support/watching-replica.ts";
import type { Change } from "../home/change.ts";
import { contradictionsIn } from "../home/contradictions.ts";
import { effectOf } from "../home/effect.ts";
import { contentsOf } from "../home/home.ts";

/** Something that was made and what became of it. */
interface Entry {
  readonly change: Change;
  readonly isAsked: boolean;
  fate: "pending" | "stored" | "taken-back";
}

const OUTCOMES = { pending: undefined, stored: "done", "taken-back": "not-stored" } as const;

/** A gateway beside a model of it that is too simple to be wrong: what is stored, and what was made since. */
class ModelledGateway extends StoredGateway {
  readonly replica = new WatchingReplica(FOUNDED);
  readonly #asked: {
    readonly came: { readonly outcome: string | undefined };
    readonly due: () => string | undefined;
  }[] = [];
  #baseline = FOUNDED;
  #pending: Entry[] = [];
  #tried: readonly Entry[] = [];

  constructor() {
    super(FOUNDED);
    this.gateway.watch(this.replica.hear);
    this.store.onTry = () => {
      this.#tried = [...this.#pending];
    };
    this.store.onDecided = (isStored) => (isStored ? this.#keep() : this.#takeBack());
  }

  /** What the home must be, byte for byte. */
  get expected(): string {
    return JSON.stringify(
      furthered(
        this.#baseline,
        this.#pending.map(({ change }) => change),
      ),
    );
  }

  get expectedInStore(): string {
    return JSON.stringify(this.#baseline);
  }

  report(change: Change): void {
    const isPossible = typeof effectOf(this.gateway.home, change) !== "string";
    if (isPossible) this.#pending.push({ change, isAsked: false, fate: "pending" });
    expect(this.gateway.submit(change) === "done").toBe(isPossible);
  }

  reportTogether(changes: readonly Change[]): void {
    this.gateway.together(() => {
      for (const change of changes) this.report(change);
    });
  }

  wish(change: Change): void {
    const effect = effectOf(this.gateway.home, change);
    const isRefused = typeof effect === "string" || this.gateway.storeTrouble !== undefined;
    const entry: Entry = { change, isAsked: true, fate: isRefused ? "taken-back" : "pending" };
    if (!isRefused) this.#pending.push(entry);
    const came = this.ask(change);
    if (typeof effect === "string") this.#asked.push({ came, due: () => effect });
    else if (effect.length > 0) this.#asked.push({ came, due: () => OUTCOMES[entry.fate] });
  }

  /** What came of each thing that was asked for, beside what should have. */
  get outcomes(): readonly (readonly [came: string | undefined, due: string | undefined])[] {
    return this.#asked.map(({ came, due }) => [came.outcome, due()]);
  }

  #keep(): void {
    for (const entry of this.#tried) entry.fate = "stored";
    this.#baseline = furthered(
      this.#baseline,
      this.#tried.map(({ change }) => change),
    );
    this.#pending = this.#pending.filter(({ fate }) => fate === "pending");
  }

  #takeBack(): void {
    for (const entry of this.#pending) if (entry.isAsked) entry.fate = "taken-back";
    this.#pending = this.#pending.filter(({ isAsked }) => !isAsked);
  }
}

type Step = (modelled: ModelledGateway) => void | Promise<void>;

const named = (name: string, step: Step): Step => Object.assign(step, { [fc.toStringMethod]: () => name });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: anyChange.map((change) => named(`report ${fc.stringify(change)}`, (some) => some.report(change))),
  },
  {
    weight: 8,
    arbitrary: anyChange.map((change) => named(`ask ${fc.stringify(change)}`, (some) => some.wish(change))),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(anyChange, { maxLength: 6 })
      .map((changes) => named(`together ${fc.stringify(changes)}`, (some) => some.reportTogether(changes))),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(1, 499, 500, 1_000).map((millis) => named(`${millis} ms`, (some) => some.pass(millis))),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      named("refuse", ({ store }) => store.refuse()),
      named("heal", ({ store }) => store.heal()),
      named("hold", ({ store }) => store.hold()),
      named("let through", ({ store }) => store.letThrough()),
      named("let go", ({ store }) => store.letGo()),
    ),
  },
);

/** How well devices are received need not be stored, other than at the end. */
const unheard = (contents: string): string => contents.replace(/"linkQuality":[^,}]+/g, "");

function expectAsModelled(modelled: ModelledGateway): void {
  const { home } = modelled.gateway;
  expect(modelled.shown).toBe(modelled.expected);
  expect(unheard(modelled.stored)).toBe(unheard(modelled.expectedInStore));
  expect(modelled.replica.shelves).toEqual(shelvesOfHome(home));
  expect(contradictionsIn(contentsOf(home))).toEqual([]);
  for (const [came, due] of modelled.outcomes) expect(came).toBe(due);
}

test("whatever happens, and whenever the store refuses, home, store, watchers and answers agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 80, size: "max" }), async (steps) => {
      const modelled = new ModelledGateway();
      for (const step of steps) {
        await step(modelled);
        await settled();
        expectAsModelled(modelled);
      }
      modelled.store.letGo();
      await modelled.gateway.stop();
      expectAsModelled(modelled);
      if (!modelled.store.isRefusing) expect(modelled.stored).toBe(modelled.shown);
    }),
    { numRuns: 300 },
  );
});
