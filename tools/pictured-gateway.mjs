// A built gateway for pictures of its page.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PORTS = ["--http-port=0", "--discovery-port=0", "--mqtt-port=0", "--no-mdns", "--host=127.0.0.1"];

/** Starts one; with the path of a home file, or with the demo home. */
export async function startPictured(homeFile) {
  const state = mkdtempSync(join(tmpdir(), "luxgate-pictures-"));
  const luxgate = (...words) =>
    spawnSync(process.execPath, ["dist/luxgate.js", ...words, "--data-dir", state], { encoding: "utf8" }).stdout;
  const home = homeFile === undefined ? [] : ["--home", homeFile];
  const gateway = spawn(process.execPath, ["dist/luxgate.js", "serve", ...PORTS, "--data-dir", state, ...home]);
  const url = await new Promise((resolve, reject) => {
    let said = "";
    const listen = (piece) => {
      said += piece;
      const [, found] = /ready at (\S+)/.exec(said) ?? [];
      if (found) resolve(found);
    };
    gateway.stdout.on("data", listen);
    gateway.stderr.on("data", listen);
    gateway.on("close", () => reject(new Error(said)));
  });
  return {
    url,
    luxgate,
    /** Something to see in the traffic: requests, and a lamp or room that is switched. */
    async beBusy(switched) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await fetch(`${url}/clip/v2/resource/room?include_all_room=1`);
      await fetch(`${url}/clip/v2/resource/light/nobody`);
      await fetch(`${url}/clip/v2/resource/light/nobody`, { method: "PUT", body: '{"on":1}' });
      luxgate("set", switched, "toggle", "--no-wait");
    },
    /** The folder is removed once the gateway no longer writes to it. */
    async stop() {
      const closed = new Promise((resolve) => gateway.once("close", resolve));
      gateway.kill();
      await closed;
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** A tab in which its operator is signed in. */
export async function openAsOperator(browser, gateway, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(JSON.parse(gateway.luxgate("open", "--json")).urls.at(-1));
  await page.getByRole("link", { name: "Devices" }).waitFor();
  const close = page.getByRole("button", { name: /^(Close|Dismiss)/ });
  if ((await close.count()) > 0) await close.first().click();
  return page;
}
