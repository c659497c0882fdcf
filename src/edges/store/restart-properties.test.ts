import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { ManualClock } from "../../../test/support/gateway/manual-clock.ts";
import { anyChange } from "../../../test/support/home/any-change.ts";
import { FOUNDED } from "../../../test/support/home/founded-home.ts";
import { everyRead } from "../../../test/support/http/every-read.ts";
import { openedStore } from "../../../test/support/store/opened-store.ts";
import { textOf } from "../../../test/support/store/saved-home.ts";
import { someFolder } from "../../../test/support/store/some-folder.ts";
import { Gateway } from "../../core/gateway/gateway.ts";
import { type Store, StoreFault, type WriteBatch } from "../../core/gateway/store.ts";
import type { Change } from "../../core/home/changes/change.ts";
import { invariantViolations } from "../../core/home/changes/invariants.ts";
import { contentsOf, MutableHome } from "../../core/home/home.ts";
import type { Picture, Scene } from "../../core/home/model/scene.ts";

/** A store whose disk is full now and then. */
class FullNowAndThen implements Store {
  readonly #store: Store;
  isFull = false;

  constructor(store: Store) {
    this.#store = store;
  }

  begin = (...home: Parameters<Store["begin"]>) => this.#store.begin(...home);
  close = () => this.#store.close();

  commit(batch: WriteBatch): Promise<void> {
    return this.isFull ? Promise.reject(new StoreFault("the disk is full")) : this.#store.commit(batch);
  }
}

/** A picture's id tells what is in it, as everywhere but in changes made up at random. */
const asNamed = (picture: Picture): Picture => ({ ...picture, mediaType: "image/png", bytes: Buffer.from(picture.id) });
const withPicture = <Some extends Partial<Scene>>(scene: Some): Some =>
  scene.picture ? { ...scene, picture: asNamed(scene.picture) } : scene;

function withPictures(change: Change): Change {
  if (change.kind === "sceneAdded") return { ...change, scene: withPicture(change.scene) };
  if (change.kind === "sceneChanged") return { ...change, scene: withPicture(change.scene) };
  if (!("contents" in change)) return change;
  return { ...change, contents: { ...change.contents, scenes: change.contents.scenes.map(withPicture) } };
}

/** A change, asked for or reported; and what goes on around it. */
const anyStep = fc.record({
  change: anyChange.map(withPictures),
  isAsked: fc.boolean(),
  isAwaited: fc.boolean(),
  passesMillis: fc.constantFrom(0, 0, 600),
});
type Step = typeof anyStep extends fc.Arbitrary<infer Some> ? Some : never;

/** Makes changes in a running gateway, stops it, and looks at the home that is there afterwards. */
async function expectSameAfterRestart(steps: readonly Step[], fullAt: ReadonlySet<number>): Promise<void> {
  const folder = someFolder();
  const { store } = await openedStore(folder);
  await store.begin(FOUNDED, "a test");
  const clock = new ManualClock();
  const disk = new FullNowAndThen(store);
  const gateway = new Gateway({ contents: FOUNDED, store: disk, clock });
  for (const [at, { change, isAsked, isAwaited, passesMillis }] of steps.entries()) {
    if (fullAt.has(at)) disk.isFull = !disk.isFull;
    const asked = isAsked ? gateway.ask(change) : gateway.submit(change);
    if (isAwaited) await asked;
    clock.advance(passesMillis);
  }
  disk.isFull = false;
  await gateway.stop();
  const again = await openedStore(folder);
  await again.store.close();
  if (!again.found.contents) throw new Error("there is no home any more");
  expect(again.found.report).toEqual([]);
  expect(invariantViolations(again.found.contents)).toEqual([]);
  const [before, after] = [everyRead(gateway.home), everyRead(new MutableHome(again.found.contents))];
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [target, answer] of before) if (after.get(target) !== answer) expect(target).toBe("the same answer");
  expect(textOf(again.found.contents)).toBe(textOf(contentsOf(gateway.home)));
}

const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 80, size: "max" });

test("P1: whatever happened to a home, every read is answered the same, byte for byte, after a restart", async () => {
  const property = fc.asyncProperty(anySteps, (steps) => expectSameAfterRestart(steps, new Set()));
  await fc.assert(property, { numRuns: times(30), endOnFailure: true });
});

test("P1: it is so even when the disk was full now and then", async () => {
  const property = fc.asyncProperty(anySteps, fc.uniqueArray(fc.nat(79), { maxLength: 8 }), (steps, fullAt) =>
    expectSameAfterRestart(steps, new Set(fullAt)),
  );
  await fc.assert(property, { numRuns: times(20), endOnFailure: true });
});
