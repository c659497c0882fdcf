import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { anyHistory } from "../../../test/support/home/any-change.ts";
import { aDevice, aLight } from "../../../test/support/home/builders.ts";
import { IDENTITY } from "../../../test/support/home/empty-gateway.ts";
import { FOUNDED, makeAll } from "../../../test/support/home/founded-home.ts";
import { idAt } from "../../../test/support/home/lit-home.ts";
import { MemoryStore } from "../../edges/store/memory-store.ts";
import type { Change } from "../home/changes/change.ts";
import type { Replacement } from "../home/changes/replacement.ts";
import { contentsOf, MutableHome } from "../home/home.ts";
import type { Light } from "../home/model/light.ts";
import { DirtySet } from "./unstored.ts";

const one = aLight({ id: idAt("1") });
const brighter = { ...one, brightnessPercent: 80 };
const other = aLight({ id: idAt("2") });

const added = (after: Light): Replacement => ({ in: "lights", before: undefined, after });
const changed = (before: Light, after: Light): Replacement => ({ in: "lights", before, after });
const removed = (before: Light): Replacement => ({ in: "lights", before, after: undefined });

const written = (after: Light, isNew: boolean) => ({ in: "lights", id: after.id, after, isNew });
const deleted = ({ id }: Light) => ({ in: "lights", id, after: undefined, isNew: false });

function taken(...replacements: readonly Replacement[]) {
  const dirty = new DirtySet();
  dirty.add(replacements);
  return dirty.take();
}

test("a resource has one write, however often it changed", () => {
  expect(taken(changed(one, brighter), changed(brighter, one), changed(one, brighter))).toEqual([
    written(brighter, false),
  ]);
});

test("a resource that is new stays new while it changes, and keeps its place among the new ones", () => {
  expect(taken(added(one), added(other), changed(one, brighter))).toEqual([
    written(brighter, true),
    written(other, true),
  ]);
});

test("a resource that was added and removed is deleted", () => {
  expect(taken(added(one), removed(one))).toEqual([deleted(one)]);
});

test("a resource that was removed and added again is new, and comes last", () => {
  expect(taken(removed(one), added(other), added(one))).toEqual([written(other, true), written(one, true)]);
});

test("resources of different kinds with the same id have a write each, and so has the gateway's identity", () => {
  const device = aDevice({ id: idAt("1") });
  const identity = { ...IDENTITY, resetId: "other" };
  const writes = taken(
    added(one),
    { in: "devices", before: undefined, after: device },
    { in: "identity", before: IDENTITY, after: identity },
  );
  expect(writes).toEqual([
    written(one, true),
    { in: "devices", id: device.id, after: device, isNew: true },
    { in: "identity", id: "identity", after: identity, isNew: false },
  ]);
});

test("a set is empty once its writes are taken", () => {
  const dirty = new DirtySet();
  dirty.add([added(one)]);
  expect([dirty.isEmpty, dirty.take().length, dirty.isEmpty, dirty.take()]).toEqual([false, 1, true, []]);
});

test.each<readonly [what: string, before: Replacement[], since: Replacement[], writes: unknown[]]>([
  ["comes before what was added since", [added(one)], [added(other)], [written(one, true), written(other, true)]],
  ["is still new when the resource changed since", [added(one)], [changed(one, brighter)], [written(brighter, true)]],
  ["is a deletion when the resource was removed since", [added(one)], [removed(one)], [deleted(one)]],
  [
    "has the newer value when the resource changed since",
    [changed(one, brighter)],
    [changed(brighter, one)],
    [written(one, false)],
  ],
  [
    "keeps its place",
    [added(one), added(other)],
    [changed(one, brighter)],
    [written(brighter, true), written(other, true)],
  ],
  [
    "comes last when the resource was removed and added since",
    [added(one), added(other)],
    [removed(one), added(one)],
    [written(other, true), written(one, true)],
  ],
  [
    "is an upsert when a deleted resource was added since",
    [removed(one)],
    [added(other), added(one)],
    [written(other, true), written(one, true)],
  ],
])("a write that the store refused %s", (_what, before, since, writes) => {
  const dirty = new DirtySet();
  dirty.add(before);
  const refused = dirty.take();
  dirty.add(since);
  dirty.restore(refused);
  expect(dirty.take()).toEqual(writes);
});

/** A home whose changes go into a dirty set, and to a store that takes or refuses them as a test says. */
class DirtyHome {
  readonly home = new MutableHome(FOUNDED);
  readonly store = new MemoryStore();
  readonly #dirty = new DirtySet();

  constructor() {
    void this.store.begin(FOUNDED, "");
  }

  change(history: readonly Change[]): void {
    this.#dirty.add(makeAll(this.home, history));
  }

  async commit(): Promise<void> {
    await this.store.commit({ writes: this.#dirty.take(), descriptions: [] });
  }

  /** The store refuses a commit during which the home changed again. */
  refuse(meanwhile: readonly Change[]): void {
    const writes = this.#dirty.take();
    this.change(meanwhile);
    this.#dirty.restore(writes);
  }
}

test("whatever changes and whenever the store refuses, what is stored in the end is the home, order included", async () => {
  const anyStep = fc.tuple(anyHistory, anyHistory, fc.constantFrom("gathered", "stored", "refused"));
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 6, size: "max" }), async (steps) => {
      const dirtyHome = new DirtyHome();
      for (const [history, meanwhile, end] of steps) {
        dirtyHome.change(history);
        if (end === "stored") await dirtyHome.commit();
        if (end === "refused") dirtyHome.refuse(meanwhile);
      }
      await dirtyHome.commit();
      expect(JSON.stringify(dirtyHome.store.contents)).toBe(JSON.stringify(contentsOf(dirtyHome.home)));
    }),
    { numRuns: times(200) },
  );
});
