// The fixture to copy: a sandbox, and a browser with a page that uses it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const FLAGS = "--clock driven --end-with-stdin"; // add yours, such as --home home.yaml

export async function startSandbox() {
  const { LUXGATE = "luxgate", LUXGATE_SANDBOX_TOKEN } = process.env;
  const child = spawn("sh", ["-c", `exec ${LUXGATE} sandbox ${FLAGS}`], { stdio: "pipe" });
  const ended = once(child, "close");
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += text;
  });
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (line === undefined) {
    await ended;
    throw new Error(`The sandbox did not start: ${errors}`);
  }
  const { url, control: address, token = LUXGATE_SANDBOX_TOKEN } = JSON.parse(line);
  /** For example control("/lose-next", { device: "Porch" }). A wrong word fails, with the nearest known one. */
  const control = async (path, given = {}) => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(given) });
    const result = await answer.json();
    if (!answer.ok) throw new Error(result.error);
    return result;
  };
  /** After all tests: an error fails the run. */
  const stop = async () => {
    child.stdin.end(); // ends it
    const [code] = await ended;
    if (code !== 0) throw new Error(`The sandbox ended with an error: ${errors}`);
  };
  return { url, control, stop };
}

/** Serves the client as a site of its own, and opens it. */
export async function startBrowser() {
  const server = createServer(({ url }, response) => {
    const isClient = url === "/client.mjs";
    response.setHeader("Content-Type", isClient ? "text/javascript" : "text/html");
    response.end(isClient ? readFileSync(new URL("client.mjs", import.meta.url)) : "<!doctype html><title>App</title>");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM });
  const stop = () => Promise.all([browser.close(), server.close()]);
  return { origin, openPage: () => openPage(browser, origin), stop };
}

async function openPage(browser, origin) {
  const page = await browser.newPage();
  await page.goto(origin);
  return page;
}
