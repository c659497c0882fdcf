import { expect, test } from "vitest";
import { MemoryBridge } from "../../../../test/support/matter/memory-bridge.ts";
import { matterProblems } from "./matter-problems.ts";

test("G83: a gateway whose Matter bridge has failed is not ready; while the bridge starts, and without one, it is", () => {
  const bridge = new MemoryBridge({ phase: "starting" });
  expect(matterProblems(bridge.state())).toEqual([]);
  bridge.become({ phase: "failed", why: "port 5540 is in use" });
  expect(matterProblems(bridge.state())).toEqual([
    { words: "the Matter bridge is not available", detail: "port 5540 is in use" },
  ]);
  expect(matterProblems(undefined)).toEqual([]);
});
