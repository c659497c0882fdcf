import fc from "fast-check";
import { expect, test } from "vitest";
import { anyHistory } from "../../test/support/any-change.ts";
import { aDevice, aLight } from "../../test/support/builders.ts";
import { IDENTITY } from "../../test/support/empty-gateway.ts";
import { FOUNDED, makeAll } from "../../test/support/founded-home.ts";
import { idAt } from "../../test/support/lit-home.ts";
import type { Change } from "../home/change.ts";
import { contentsOf, MutableHome } from "../home/home.ts";
import type { Light } from "../home/light.ts";
import type { Replacement } from "../home/replacement.ts";
import { MemoryStore } from "../store/memory-store.ts";
import { Unstored } from "./unstored.ts";

const one = aLight({ id: idAt("1") });
const brighter = { ...one, brightnessPercent: 80 };
const other = aLight({ id: idAt("2") });

const comes = (after: Light): Replacement => ({ in: "lights", before: undefined, after });
const becomes = (before: Light, after: Light): Replacement => ({ in: "lights", before, after });
const goes = (before: Light): Replacement => ({ in: "lights", before, after: undefined });

const fate = (after: Light, isNew: boolean) => ({ in: "lights", id: after.id, after, isNew });
const gone = ({ id }: Light) => ({ in: "lights", id, after: undefined, isNew: false });

function taken(...replacements: readonly Replacement[]) {
  const unstored = new Unstored();
  unstored.add(replacements);
  return unstored.take();
}

test("a resource has one fate, however often it changed", () => {
  expect(taken(becomes(one, brighter), becomes(brighter, one), becomes(one, brighter))).toEqual([
    fate(brighter, false),
  ]);
});

test("one that is new stays new while it changes, and keeps its place among the new ones", () => {
  expect(taken(comes(one), comes(other), becomes(one, brighter))).toEqual([fate(brighter, true), fate(other, true)]);
});

test("one that came and went is gone", () => {
  expect(taken(comes(one), goes(one))).toEqual([gone(one)]);
});

test("one that went and came back is new, and comes last", () => {
  expect(taken(goes(one), comes(other), comes(one))).toEqual([fate(other, true), fate(one, true)]);
});

test("resources of different kinds with the same id have a fate each, and the gateway's identity one of its own", () => {
  const device = aDevice({ id: idAt("1") });
  const identity = { ...IDENTITY, resetId: "other" };
  const fates = taken(
    comes(one),
    { in: "devices", before: undefined, after: device },
    { in: "identity", before: IDENTITY, after: identity },
  );
  expect(fates).toEqual([
    fate(one, true),
    { in: "devices", id: device.id, after: device, isNew: true },
    { in: "identity", id: "identity", after: identity, isNew: false },
  ]);
});

test("what was taken is not there any more", () => {
  const unstored = new Unstored();
  unstored.add([comes(one)]);
  expect([unstored.isEmpty, unstored.take().length, unstored.isEmpty, unstored.take()]).toEqual([false, 1, true, []]);
});

test.each<readonly [what: string, before: Replacement[], since: Replacement[], fates: unknown[]]>([
  ["comes before what was added since", [comes(one)], [comes(other)], [fate(one, true), fate(other, true)]],
  ["is new still when it changed since", [comes(one)], [becomes(one, brighter)], [fate(brighter, true)]],
  ["is gone when it went since", [comes(one)], [goes(one)], [gone(one)]],
  ["is as it became since", [becomes(one, brighter)], [becomes(brighter, one)], [fate(one, false)]],
  ["keeps its place", [comes(one), comes(other)], [becomes(one, brighter)], [fate(brighter, true), fate(other, true)]],
  [
    "comes last when it went and came since",
    [comes(one), comes(other)],
    [goes(one), comes(one)],
    [fate(other, true), fate(one, true)],
  ],
  ["comes back when it had gone", [goes(one)], [comes(other), comes(one)], [fate(other, true), fate(one, true)]],
])("what could not be stored %s", (_what, before, since, fates) => {
  const unstored = new Unstored();
  unstored.add(before);
  const refused = unstored.take();
  unstored.add(since);
  unstored.putBack(refused);
  expect(unstored.take()).toEqual(fates);
});

/** A home whose changes are gathered and stored, or refused by the store, as a test says. */
class GatheringHome {
  readonly home = new MutableHome(FOUNDED);
  readonly store = new MemoryStore();
  readonly #unstored = new Unstored();

  constructor() {
    void this.store.begin(FOUNDED, "");
  }

  change(history: readonly Change[]): void {
    this.#unstored.add(makeAll(this.home, history));
  }

  async commit(): Promise<void> {
    await this.store.commit({ fates: this.#unstored.take(), words: [] });
  }

  /** Something more happens until the store refuses. */
  refuse(meanwhile: readonly Change[]): void {
    const fates = this.#unstored.take();
    this.change(meanwhile);
    this.#unstored.putBack(fates);
  }
}

test("whatever changes and whenever the store refuses, what is stored in the end is the home, order included", async () => {
  const anyStep = fc.tuple(anyHistory, anyHistory, fc.constantFrom("gathered", "stored", "refused"));
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 6, size: "max" }), async (steps) => {
      const gathering = new GatheringHome();
      for (const [history, meanwhile, end] of steps) {
        gathering.change(history);
        if (end === "stored") await gathering.commit();
        if (end === "refused") gathering.refuse(meanwhile);
      }
      await gathering.commit();
      expect(JSON.stringify(gathering.store.contents)).toBe(JSON.stringify(contentsOf(gathering.home)));
    }),
    { numRuns: 200 },
  );
});
