// Takes the pictures of the page in docs/pictures: every view of the built program with the demo home, at the width of a
// phone and of a desk, dark and light. `--all [folder]` takes many more instead, to look at and not to keep.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import playwright from "playwright-core";
import { takeAllPictures } from "./all-pictures.mjs";
import { openAsOperator, startPictured } from "./pictured-gateway.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const FOLDER = "docs/pictures";
const VIEWS = ["home", "devices", "clients", "traffic", "faults", "about"];
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };

const [what, folder] = process.argv.slice(2);
const browser = await playwright.chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  if (what === "--all") await takeAllPictures(browser, folder);
  else await takePictures();
} finally {
  await browser.close();
}

async function takePictures() {
  mkdirSync(FOLDER, { recursive: true });
  const gateway = await startPictured();
  try {
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const colorScheme of ["dark", "light"]) {
        const page = await openAsOperator(browser, gateway, { viewport, colorScheme });
        for (const view of VIEWS) {
          await page.goto(`${gateway.url}/#/${view}`);
          if (view === "traffic") await gateway.beBusy("Worktop");
          await page.waitForTimeout(1_000);
          await page.screenshot({ path: join(FOLDER, `${view}-${size}-${colorScheme}.png`) });
        }
        await page.context().close();
      }
    }
  } finally {
    await gateway.stop();
  }
}
