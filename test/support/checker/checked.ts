import { expect, onTestFinished } from "vitest";
import { replayChanges } from "../../../src/core/home/changes/replay-changes.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { homeIn } from "../../../src/edges/home-file/load.ts";
import { exitCodeOf, type Report } from "../../../src/programs/checker/report/report.ts";
import { runGateway, type TestGateway } from "../gateway/running-gateway.ts";
import { IDENTITY } from "../home/empty-gateway.ts";
import { breakGateway } from "./broken-gateway.ts";
import { faultsIn } from "./check.ts";
import type { Breakage } from "./mutant.ts";

/** A gateway that ends with the test. */
export async function gateway(overrides: Parameters<typeof runGateway>[0] = {}): Promise<TestGateway> {
  const running = await runGateway(overrides);
  onTestFinished(() => running.stop());
  return running;
}

/** The same gateway as if it were on another machine, unless it is broken. */
export async function elsewhere(running: TestGateway, breakage: Breakage = {}) {
  const broken = await breakGateway(running, breakage);
  onTestFinished(() => broken.stop());
  return broken;
}

/** The home of a home file. */
export function homeFrom(text: string): HomeContents {
  const loaded = homeIn(text, "generated.yaml", "0.0.0-test");
  if ("problems" in loaded) throw new Error(loaded.problems.join("\n"));
  return replayChanges(loaded.changes, IDENTITY);
}

/** No rule is broken, not even a habit, and nothing is left to say. */
export function expectFlawless(report: Report): void {
  expect(faultsIn(report)).toEqual([]);
  expect([report.trouble, report.notes, exitCodeOf(report, true)]).toEqual([undefined, [], 0]);
}
