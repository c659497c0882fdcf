import axe from "axe-core";
import type { Page } from "./page-browser.ts";

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** What axe-core finds wrong, in words. */
export async function violationsIn(page: Page): Promise<readonly string[]> {
  // By the debugger, which the page's policy does not concern.
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    readonly violations: readonly Violation[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}
