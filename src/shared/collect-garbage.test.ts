import { expect, test } from "vitest";
import { beginCollectingGarbage, heldBytes } from "./collect-garbage.ts";

test("garbage is collected before long, and nothing large stays", async () => {
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
  await expect.poll(() => process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
});

test("what makes the engine begin does not count as memory that is held", () => {
  const before = heldBytes();
  beginCollectingGarbage();
  expect(Math.abs(heldBytes() - before)).toBeLessThan(16 * 1024 * 1024);
});
