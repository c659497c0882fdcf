import { expect, test } from "vitest";
import { someOf } from "../test/support/depth.ts";
import { violationsIn } from "./support/accessibility.ts";
import { homeFileOf } from "./support/large-home.ts";
import { openAsOperator, openPage, type Page, servePage } from "./support/page-browser.ts";

/** Each view, and a text that is there once it is whole. */
const VIEWS = {
  home: "Shelf strip",
  devices: "LX20501-0001",
  clients: "Paired clients",
  traffic: "Pause",
  faults: "Script of device events",
  history: "Any time",
  api: "/clip/v2/resource/bridge",
  about: "Data folder",
};
/** What is opened in a view before it is looked at once more. */
const OPENED: Readonly<Record<string, (page: Page, url: string) => Promise<void>>> = {
  devices: async (page) => {
    const more = page.getByRole("button", { name: "More actions" });
    const openMenu = async () => {
      if (!(await more.isVisible())) return;
      await more.click();
      expect(await violationsIn(page), "the menu of the selection").toEqual([]);
    };
    await page.getByLabel("Select TV bar").check();
    await page.getByRole("button", { name: "Clear selection" }).waitFor();
    await openMenu();
    await page.getByRole("button", { name: "Rename 1" }).click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Reading lamp");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Select Ceiling").check();
    await openMenu();
    await page.getByRole("button", { name: "Rename 2" }).click();
    await page.getByLabel("New name of Ceiling").waitFor();
  },
  faults: async (page) => {
    await page.locator("summary", { hasText: "Script of device events" }).click();
    await page.getByRole("button", { name: "Play" }).waitFor();
  },
  api: async (page) => {
    await page
      .locator("summary", { hasText: /PUT.*light\/\{id\}/s })
      .first()
      .click();
    await page.getByText("Fields of the body").waitFor();
  },
  traffic: async (page, url) => {
    const sent = () => fetch(`${url}/api`, { method: "POST", body: "{}" });
    const entry = page.locator(".entry", { hasText: /POST\s*\/api/ }).first();
    await expect.poll(async () => (await sent()) && (await entry.count())).toBe(1);
    await entry.locator("summary").click();
    await page.getByText("Copy as curl").waitFor();
  },
};
const PHONE = { width: 390, height: 844 };

/** Both themes are in each; `npm test` looks at one of them. */
const LOOKS = [
  [
    ["dark", "desk"],
    ["light", "phone"],
  ],
  [
    ["light", "desk"],
    ["dark", "phone"],
  ],
] as const;

test.each(someOf(LOOKS, 1).flat())(
  "axe-core finds nothing wrong in any view, %s, on a %s",
  async (colorScheme, device) => {
    const size = device === "phone" ? { viewport: PHONE, hasTouch: true } : {};
    const served = await servePage();
    const { page, faults } = await openAsOperator(served, { colorScheme, ...size });
    for (const [view, text] of Object.entries(VIEWS)) {
      const link = page.getByRole("navigation").locator(`[href="#/${view}"]`);
      if (!(await link.isVisible())) {
        await page.getByRole("button", { name: "More" }).click();
        expect(await violationsIn(page), `${view}, among more`).toEqual([]);
      }
      await link.click();
      await page.getByText(text).first().waitFor({ state: "attached" });
      expect(await violationsIn(page), view).toEqual([]);
      if (!OPENED[view]) continue;
      await OPENED[view](page, served.url);
      expect(await violationsIn(page), `${view}, opened`).toEqual([]);
      await page.keyboard.press("Escape");
    }
    expect(faults).toEqual([]);
  },
);

test.each(["dark", "light"] as const)("nor in the compact view and in dialogs, %s", async (colorScheme) => {
  const served = await servePage();
  const { page } = await openPage(served.url, { colorScheme });
  await page.getByRole("button", { name: "Switch to compact view" }).click();
  await page.getByRole("button", { name: "Details of TV bar" }).waitFor();
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  expect(await violationsIn(page)).toEqual([]);
  await page.getByRole("button", { name: "Details of TV bar" }).click();
  await page.getByRole("slider", { name: "Brightness of TV bar" }).waitFor();
  expect(await violationsIn(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("switch", { name: "TV bar" }).click();
  await page.getByText("Waiting for the button").waitFor();
  expect(await violationsIn(page)).toEqual([]);
});

test.each(["dark", "light"] as const)(
  "nor in a large home: its rooms, one of them, a search, %s",
  async (colorScheme) => {
    const { page } = await openPage((await servePage(["--home", homeFileOf(40)])).url, { colorScheme });
    await page.getByRole("link", { name: "Room 3" }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.getByLabel("Search lamps and rooms").fill("lamp 3");
    await page.getByRole("switch", { name: "Lamp 30" }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.getByLabel("Search lamps and rooms").fill("");
    await page.getByRole("link", { name: "Room 3" }).click();
    await page.getByRole("button", { name: "Details of Lamp 30" }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
  },
);
