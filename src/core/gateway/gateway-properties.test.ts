import fc from "fast-check";
import { expect, test } from "vitest";
import { shelvesOfHome, WatchingReplica } from "../../../test/support/client/watching-replica.ts";
import { times } from "../../../test/support/depth.ts";
import { anyChange } from "../../../test/support/home/any-change.ts";
import { FOUNDED, furthered } from "../../../test/support/home/founded-home.ts";
import { StoredGateway, settled } from "../../../test/support/store/stored-gateway.ts";
import type { Change } from "../home/changes/change.ts";
import { effectOf } from "../home/changes/effect.ts";
import { invariantViolations } from "../home/changes/invariants.ts";
import { contentsOf } from "../home/home.ts";

/** A change that was applied, and whether it became durable. */
interface Entry {
  readonly change: Change;
  readonly isCommand: boolean;
  outcome: "pending" | "stored" | "rolledBack";
}

const OUTCOMES = { pending: undefined, stored: "done", rolledBack: "not-stored" } as const;

/** A gateway beside a model that is too simple to be wrong: what is stored, and the changes applied since. */
class ModelledGateway extends StoredGateway {
  readonly replica = new WatchingReplica(FOUNDED);
  readonly #commands: {
    readonly actual: { readonly outcome: string | undefined };
    readonly expected: () => string | undefined;
  }[] = [];
  #baseline = FOUNDED;
  #pending: Entry[] = [];
  #inCommit: readonly Entry[] = [];

  constructor() {
    super(FOUNDED);
    this.gateway.watch(this.replica.apply);
    this.store.onTry = () => {
      this.#inCommit = [...this.#pending];
    };
    this.store.onDecided = (isStored) => (isStored ? this.#store() : this.#rollBack());
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
    if (isPossible) this.#pending.push({ change, isCommand: false, outcome: "pending" });
    expect(this.gateway.submit(change) === "done").toBe(isPossible);
  }

  reportBatch(changes: readonly Change[]): void {
    this.gateway.batch(() => {
      for (const change of changes) this.report(change);
    });
  }

  command(change: Change): void {
    const effect = effectOf(this.gateway.home, change);
    const isRefused = typeof effect === "string" || this.gateway.storeProblem !== undefined;
    const entry: Entry = { change, isCommand: true, outcome: isRefused ? "rolledBack" : "pending" };
    if (!isRefused) this.#pending.push(entry);
    const actual = this.ask(change);
    if (typeof effect === "string") this.#commands.push({ actual, expected: () => effect });
    else if (effect.length > 0) this.#commands.push({ actual, expected: () => OUTCOMES[entry.outcome] });
  }

  /** The outcome of each command, beside the expected one. */
  get outcomes(): readonly (readonly [actual: string | undefined, expected: string | undefined])[] {
    return this.#commands.map(({ actual, expected }) => [actual.outcome, expected()]);
  }

  #store(): void {
    for (const entry of this.#inCommit) entry.outcome = "stored";
    this.#baseline = furthered(
      this.#baseline,
      this.#inCommit.map(({ change }) => change),
    );
    this.#pending = this.#pending.filter(({ outcome }) => outcome === "pending");
  }

  #rollBack(): void {
    for (const entry of this.#pending) if (entry.isCommand) entry.outcome = "rolledBack";
    this.#pending = this.#pending.filter(({ isCommand }) => !isCommand);
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
    arbitrary: anyChange.map((change) => named(`command ${fc.stringify(change)}`, (some) => some.command(change))),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(anyChange, { maxLength: 6 })
      .map((changes) => named(`batch ${fc.stringify(changes)}`, (some) => some.reportBatch(changes))),
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

/** Link qualities need not be stored before the gateway stops. */
const withoutLinkQuality = (contents: string): string => contents.replace(/"linkQuality":[^,}]+/g, "");

function expectAsModelled(modelled: ModelledGateway): void {
  const { home } = modelled.gateway;
  expect(modelled.shown).toBe(modelled.expected);
  expect(withoutLinkQuality(modelled.stored)).toBe(withoutLinkQuality(modelled.expectedInStore));
  expect(modelled.replica.shelves).toEqual(shelvesOfHome(home));
  expect(invariantViolations(contentsOf(home))).toEqual([]);
  for (const [actual, expected] of modelled.outcomes) expect(actual).toBe(expected);
}

test("whatever happens, and whenever the store refuses, home, store, watchers and outcomes agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 80, size: "max" }), fc.boolean(), async (steps, isRested) => {
      const modelled = new ModelledGateway();
      if (isRested) Object.assign(modelled.store, { rested: settled });
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
    { numRuns: times(300) },
  );
});
