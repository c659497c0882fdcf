import { expect, test } from "vitest";
import { openAsOperator, openPage, type Page, servePage } from "./support/page-browser.ts";

const heightsIn = (page: Page) =>
  page
    .getByRole("navigation", { name: "Views" })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));

test("on a desk, a visitor's few views are no higher than an operator's many, which all fit into a low window", async () => {
  const served = await servePage();
  const { page } = await openPage(served.url);
  await page.getByRole("link", { name: "Operator" }).waitFor();
  expect(new Set(await heightsIn(page))).toEqual(new Set([64]));
  const low = (await openAsOperator(served, { viewport: { width: 1280, height: 560 } })).page;
  for (const height of await heightsIn(low)) expect(height).toBeGreaterThanOrEqual(44);
  const { y = 0, height = 0 } = (await low.getByRole("link", { name: "About" }).boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(560);
});

test("the button for the theme says in words which one it has chosen, for a moment", async () => {
  const { page } = await openPage((await servePage()).url, { colorScheme: "dark" });
  await page.getByRole("button", { name: "Theme: automatic. Switch to dark" }).click();
  await page.getByText("Theme: dark", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Theme: dark. Switch to light" }).click();
  await page.getByText("Theme: light", { exact: true }).waitFor();
  await page.getByText("Theme: light", { exact: true }).waitFor({ state: "detached" });
});

test.each(["dark", "light"] as const)("selected text can be read, %s", async (colorScheme) => {
  const { page } = await openPage((await servePage()).url, { colorScheme });
  await page.getByLabel("Search lamps and rooms").waitFor();
  const style = "getComputedStyle(document.querySelector('input[type=search]'), '::selection')";
  const [text, ground] = [`${style}.color`, `${style}.backgroundColor`].map((value) => page.evaluate(value));
  expect(contrastOf(String(await text), String(await ground))).toBeGreaterThan(4.5);
});

/** The size of letters that a person has set in the browser, or how far a phone is zoomed. */
const LARGE = [
  ["letters twice as large on a phone", { width: 390, height: 844 }, 32],
  ["letters twice as large on a desk", { width: 1280, height: 800 }, 32],
  ["a phone that is zoomed", { width: 195, height: 422 }, 16],
] as const;

test.each(LARGE)("the home is whole with %s", async (_, viewport, standard) => {
  const { page } = await openPage((await servePage()).url, { viewport });
  const settings = await page.context().newCDPSession(page);
  await settings.send("Page.setFontSizes", { fontSizes: { standard } });
  await page.locator(".tile-name").first().waitFor();
  const sizeOfName = "getComputedStyle(document.querySelector('.tile-name')).fontSize";
  await expect.poll(() => page.evaluate(sizeOfName)).toBe(`${(standard * 15) / 16}px`);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(viewport.width);
  const parts = await page.locator(".top-bar > *").filter({ visible: true }).all();
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  expect(boxes.length).toBeGreaterThan(3);
  for (const box of boxes) {
    const { x = 0, width = 0 } = box ?? {};
    expect(width).toBeGreaterThan(20);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(viewport.width);
  }
});

/** As WCAG defines it. */
function contrastOf(one: string, other: string): number {
  const luminanceOf = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((some, more) => some - more);
  return (high + 0.05) / (low + 0.05);
}
