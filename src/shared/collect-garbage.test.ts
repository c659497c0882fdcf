import { expect, test } from "vitest";
import { beginCollectingGarbage } from "./collect-garbage.ts";

test("garbage is collected before long, and nothing large stays", async () => {
  const before = process.memoryUsage().arrayBuffers;
  const garbage = new WeakRef({});
  await new Promise((resolve) => setImmediate(resolve));
  beginCollectingGarbage();
  await expect.poll(() => garbage.deref()).toBeUndefined();
  await expect.poll(() => process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
});
