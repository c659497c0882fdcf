// Takes the pictures of the page in docs/pictures: every view of the built program with the demo home, at the width of a
// phone and of a desk, dark and light.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import playwright from "playwright-core";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const FOLDER = "docs/pictures";
const VIEWS = ["home", "devices", "clients", "traffic", "faults", "about"];
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } };
const PORTS = ["--http-port=0", "--discovery-port=0", "--mqtt-port=0", "--no-mdns", "--host=127.0.0.1"];

const state = mkdtempSync(join(tmpdir(), "luxgate-pictures-"));
const luxgate = (...words) =>
  spawnSync(process.execPath, ["dist/luxgate.js", ...words, "--data-dir", state], { encoding: "utf8" }).stdout;
const gateway = spawn(process.execPath, ["dist/luxgate.js", "serve", ...PORTS, "--data-dir", state]);
const url = await new Promise((resolve) => {
  let said = "";
  gateway.stdout.on("data", (piece) => {
    said += piece;
    const [, found] = /ready at (\S+)/.exec(said) ?? [];
    if (found) resolve(found);
  });
});

mkdirSync(FOLDER, { recursive: true });
const browser = await playwright.chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ["dark", "light"]) {
      const context = await browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      await page.goto(JSON.parse(luxgate("open", "--json")).urls.at(-1));
      await page.getByRole("link", { name: "Devices" }).waitFor();
      const close = page.getByRole("button", { name: /^(Close|Dismiss)/ });
      if ((await close.count()) > 0) await close.first().click();
      for (const view of VIEWS) {
        await page.goto(`${url}/#/${view}`);
        if (view === "traffic") await beBusy();
        await page.waitForTimeout(1_000);
        await page.screenshot({ path: join(FOLDER, `${view}-${size}-${colorScheme}.png`) });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  gateway.kill();
  rmSync(state, { recursive: true, force: true });
}

/** Something to see in the traffic. */
async function beBusy() {
  await new Promise((resolve) => setTimeout(resolve, 500));
  await fetch(`${url}/clip/v2/resource/room?include_all_room=1`);
  await fetch(`${url}/clip/v2/resource/light/nobody`);
  await fetch(`${url}/clip/v2/resource/light/nobody`, { method: "PUT", body: '{"on":1}' });
  luxgate("set", "Worktop", "toggle", "--no-wait");
}
