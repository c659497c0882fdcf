import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
// biome-ignore lint/correctness/noUnresolvedImports: these are exported by a star of a module in CommonJS, which Biome does not follow
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import type { PageRecord } from "./page-record.ts";

/** As in the generated home. */
export const LAMPS_IN_ROOM = 10;

export type { Browser, Locator, Page };

/** Unlike servers and loads, a browser has all cores, as on anybody's machine: it is several processes itself. */
const START = '#!/bin/sh\nexec taskset -c 0,1 /usr/bin/chromium "$@"\n';
const VIEWPORT = { width: 1280, height: 800 };

/** Debian's Chromium. Measurements run as root in places, where it has no sandbox. */
export function startBrowser(folder: string): Promise<Browser> {
  const executablePath = join(folder, "chromium-on-all-cores");
  writeFileSync(executablePath, START);
  chmodSync(executablePath, 0o755);
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** A page that notes what is drawn, in a browser that was never there: nothing is cached. */
export async function emptyPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await context.addInitScript({ path: "dist/bench/watch-page.js" });
  return context.newPage();
}

export const takeRecord = (page: Page): Promise<PageRecord> => page.evaluate("takeRecord()");

/** Opens an address, until so many lamps are drawn, or rooms of a large home. */
export async function openHome(page: Page, address: string, drawn: number): Promise<void> {
  await page.goto(address);
  await page.evaluate(`tilesDrawn(${drawn})`);
}

/** Opens the first room of a large home. */
export async function openFirstRoom(page: Page): Promise<void> {
  await page.locator(".room-card a").first().click();
  await page
    .locator(".tile")
    .nth(LAMPS_IN_ROOM - 1)
    .waitFor();
}
