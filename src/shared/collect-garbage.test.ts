import { expect, test } from "vitest";
import { collectGarbageInSteps } from "./collect-garbage.ts";

test("garbage is collected in steps, without a word", async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error) => warnings.push(warning);
  process.on("warning", hear);
  const garbage = new WeakRef({});
  await new Promise((resolve) => setImmediate(resolve));
  await collectGarbageInSteps();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", hear);
  expect(garbage.deref()).toBeUndefined();
  expect(warnings).toEqual([]);
});
