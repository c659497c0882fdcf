import { getHeapStatistics } from "node:v8";
import { expect, test } from "vitest";
import { beginCollectingGarbage, heldBytes, releaseGarbage } from "./collect-garbage.ts";

test("garbage is collected before long, and what began it does not pile up", async () => {
  const before = process.memoryUsage().arrayBuffers;
  // A reference that is looked at counts as in use: the engine tells by itself.
  let isCollected = false;
  const registry = new FinalizationRegistry(() => {
    isCollected = true;
  });
  (() => registry.register({}, undefined))();
  await new Promise((resolve) => setImmediate(resolve));
  beginCollectingGarbage();
  await expect.poll(() => isCollected).toBe(true);
  // What began a collection that was under way already is garbage for the next one.
  beginCollectingGarbage();
  await expect.poll(() => process.memoryUsage().arrayBuffers - before).toBeLessThan(96 * 1024 * 1024);
});

test("what makes the engine begin does not count as memory that is held", () => {
  const before = heldBytes();
  beginCollectingGarbage();
  expect(Math.abs(heldBytes() - before)).toBeLessThan(16 * 1024 * 1024);
});

test("the memory of garbage is given back at once", () => {
  const held = (): number => getHeapStatistics().total_physical_size;
  releaseGarbage();
  const before = held();
  let objects = Array.from({ length: 500_000 }, (_, place) => ({ place, words: `number ${place}` }));
  releaseGarbage();
  const full = held();
  expect(objects).toHaveLength(500_000);
  objects = [];
  releaseGarbage();
  expect(full - held()).toBeGreaterThan((full - before) / 2);
  expect(full).toBeGreaterThan(before);
});
