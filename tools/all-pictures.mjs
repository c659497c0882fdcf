// Pictures of every view at four widths, in both themes, with small and large homes: to compare a change with what was.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAsOperator, startPictured } from "./pictured-gateway.mjs";
import { hotel } from "./pictured-homes.mjs";

const WIDTHS = { 390: 844, 820: 1180, 1440: 900, 1920: 1080 };
const THEMES = ["dark", "light"];
/** By how many devices there are: the file, and what is switched there. The first is the demo home. */
const HOMES = {
  14: { switched: "Worktop" },
  200: { text: hotel(200), switched: "Room 101" },
  1000: { text: hotel(1_000), switched: "Room 101" },
};
/** Full pages of larger homes are too long to look at. */
const LONGEST_HOME = 14;

/** Takes them into a folder, a new one unless it is given; each is called home-width-theme-view. */
export async function takeAllPictures(browser, given) {
  const folder = given ?? mkdtempSync(join(tmpdir(), "luxgate-pictures-"));
  mkdirSync(folder, { recursive: true });
  for (const [lamps, { text, switched }] of Object.entries(HOMES)) {
    const file = text && join(folder, `home-${lamps}.yaml`);
    if (file) writeFileSync(file, text);
    const gateway = await startPictured(file);
    const isWhole = Number(lamps) <= LONGEST_HOME;
    try {
      await takeLooks(browser, gateway, { start: join(folder, lamps), switched, isWhole });
    } finally {
      await gateway.stop();
      if (file) rmSync(file);
    }
    console.log(`${lamps} devices: done`);
  }
  console.log(`The pictures are in ${folder}`);
}

async function takeLooks(browser, gateway, { start, switched, isWhole }) {
  for (const [width, height] of Object.entries(WIDTHS)) {
    for (const colorScheme of THEMES) {
      const page = await openAsOperator(browser, gateway, { viewport: { width: Number(width), height }, colorScheme });
      await takeViews(page, gateway, { start: `${start}-${width}-${colorScheme}`, switched, isWhole });
      await page.context().close();
    }
  }
}

/** The views that the page itself links to, then the details of a lamp. */
async function takeViews(page, gateway, { start, switched, isWhole }) {
  const links = page.getByRole("navigation").locator('a[href^="#/"]');
  const views = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href").slice(2)));
  for (const view of views) {
    await page.goto(`${gateway.url}/#/${view}`);
    if (view === "traffic") await gateway.beBusy(switched);
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: `${start}-${view}.png` });
    if (isWhole) await page.screenshot({ path: `${start}-${view}-whole.png`, fullPage: true });
  }
  await page.goto(`${gateway.url}/#/home`);
  const details = page.getByRole("button", { name: /^Details of (Reading lamp|Desk lamp)/ }).first();
  // Where lamps are not on the first screen, nothing is opened.
  if (await details.isVisible({ timeout: 1_000 }).catch(() => false)) {
    await details.click();
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: `${start}-lamp.png` });
  }
}
