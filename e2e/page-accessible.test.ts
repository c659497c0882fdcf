import axe from "axe-core";
import { expect, test } from "vitest";
import { openAsOperator, openPage, type Page, servePage } from "./support/page-browser.ts";

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** What axe-core finds wrong, in words. */
async function violationsIn(page: Page): Promise<readonly string[]> {
  // By the debugger, which the page's policy does not concern.
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    readonly violations: readonly Violation[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** Each view, and a text that is there once it is whole. */
const VIEWS = {
  home: "Shelf strip",
  devices: "LX20501-0001",
  clients: "Paired clients",
  traffic: "Pause",
  faults: "A script",
  about: "/clip/v2/resource/bridge",
};
const PHONE = { width: 390, height: 844 };

test.each([
  ["dark", "desk"],
  ["light", "desk"],
  ["dark", "phone"],
  ["light", "phone"],
] as const)("axe-core finds nothing wrong in any view, %s, on a %s", async (colorScheme, device) => {
  const size = device === "phone" ? { viewport: PHONE, hasTouch: true } : {};
  const { page, faults } = await openAsOperator(await servePage(), { colorScheme, ...size });
  for (const [view, text] of Object.entries(VIEWS)) {
    await page.getByRole("navigation").locator(`[href="#/${view}"]`).click();
    await page.getByText(text).first().waitFor({ state: "attached" });
    expect(await violationsIn(page), view).toEqual([]);
  }
  expect(faults).toEqual([]);
});

test.each(["dark", "light"] as const)("nor in the compact view and in dialogs, %s", async (colorScheme) => {
  const served = await servePage();
  const { page } = await openPage(served.url, { colorScheme });
  await page.getByRole("button", { name: "Show compact" }).click();
  expect(await violationsIn(page)).toEqual([]);
  await page.getByRole("button", { name: "Details of TV bar" }).click();
  await page.getByRole("slider", { name: "Brightness of TV bar" }).waitFor();
  expect(await violationsIn(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("switch", { name: "TV bar" }).click();
  await page.getByText("Waiting for the button").waitFor();
  expect(await violationsIn(page)).toEqual([]);
});
