import { describe, expect, onTestFinished, test } from "vitest";
import { linkFor, servePage } from "../support/page-browser.ts";
import { lightCalled, run } from "../support/paired-page.ts";
import { openInFirefox } from "./firefox.ts";
import { SeenPage } from "./seen-page.ts";
import { openInWebKit } from "./webkit.ts";

const BROWSERS = [
  ["Firefox", openInFirefox],
  ["WebKit", openInWebKit],
] as const;

const SIZES = [
  ["a phone", { width: 390, height: 844 }],
  ["a desk", { width: 1440, height: 900 }],
] as const;

/** Each view of an operator, by its link, and a text that is there once it is whole. */
const VIEWS = {
  Devices: /TV bar/,
  Clients: /Paired clients/,
  Traffic: /No traffic since|Pause/,
  Faults: /Script of device events/,
  History: /Today/,
  API: /\/clip\/v2\/resource\/bridge/,
  About: /Data folder/,
  Home: /Living room/,
};

/** On a phone these are behind a button. */
const MORE: readonly string[] = ["Traffic", "Faults", "API", "About"];

const IN_EACH = BROWSERS.flatMap(([browser, openTab]) =>
  SIZES.map(([device, size]) => ({ browser, device, openTab, size })),
);

describe.each(IN_EACH)("in $browser at the size of $device", ({ openTab, size }) => {
  test("a visitor sees the home and what changes in it, in both themes", async () => {
    const served = await servePage();
    const page = await SeenPage.open(openTab, size, served.url);
    await page.sees("heading", /^Living room/);
    await page.sees("switch", /^Reading lamp, 80% · 2700 K/);
    await run(served, "set", "Reading lamp", "25%", "4000K");
    await page.sees("switch", /^Reading lamp, 25% · 4000 K/);
    const background = "getComputedStyle(document.documentElement).backgroundColor";
    await page.click("button", /^Theme: auto/);
    await page.sees("button", /^Theme: dark/);
    const dark = await page.valueOf(background);
    await page.fits("the home, dark");
    await page.click("button", /^Theme: dark/);
    await page.sees("button", /^Theme: light/);
    await expect.poll(() => page.valueOf(background)).not.toEqual(dark);
    await page.fits("the home, light");
  });

  test("a visitor pairs with the button, then switches a lamp, dims by keyboard and sets a colour", async () => {
    const served = await servePage();
    const page = await SeenPage.open(openTab, size, served.url);
    await page.click("switch", /^Worktop, off/);
    await page.seesText(/Waiting for the button/);
    await page.fits("the pairing dialog");
    await run(served, "press");
    await page.seesText(/This browser is paired/);
    await page.sees("switch", /^Worktop, 70%/);
    await expect.poll(async () => (await lightCalled(served, "Worktop")).on).toBe(1);
    await page.click("switch", /^Worktop, 70%/);
    await expect.poll(async () => (await lightCalled(served, "Worktop")).on).toBe(0);
    await page.focus("switch", /^Reading lamp, 80%/);
    await page.press("ArrowLeft");
    await expect.poll(async () => (await lightCalled(served, "Reading lamp")).brightness).toBe(75);
    await page.click("button", /^Details of Reading lamp$/);
    await page.sees("slider", /^Brightness of Reading lamp$/);
    await page.fits("the details of a lamp");
    await page.click("radio", /^Colour$/);
    await page.click("button", /^Blue$/);
    await expect.poll(async () => (await lightCalled(served, "Reading lamp")).color_rgb & 0xff).toBe(255);
    await page.press("Escape");
    await expect.poll(() => page.has("slider", /^Brightness of Reading lamp$/)).toBe(false);
  });

  test("an error of a script and one in the console are noticed", async () => {
    const { url } = await servePage();
    const tab = await openTab(size);
    onTestFinished(() => tab.close());
    await tab.open(url);
    await tab.valueOf("console.error('a line of the test')");
    await tab.valueOf("void setTimeout(() => { throw new Error('a fault of the test'); })");
    const noticed = ["a line of the test", "a fault of the test"].map((text) => expect.stringContaining(text));
    await expect.poll(() => tab.faults()).toEqual(noticed);
  });

  test("the operator signs in with the link and opens each view", async () => {
    const served = await servePage();
    const link = `${served.url}/#open=${await linkFor(served.folder)}`;
    const page = await SeenPage.open(openTab, size, link);
    await page.seesText(/signed in as the operator/);
    for (const [view, text] of Object.entries(VIEWS)) {
      if (size.width < 900 && MORE.includes(view)) await page.click("button", /^More$/);
      await page.click("link", new RegExp(`^${view}$`));
      await page.seesText(text);
      await page.fits(view);
    }
  });
});
