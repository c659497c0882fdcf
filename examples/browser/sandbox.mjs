// The fixture to copy: a sandbox, and a browser with a page that uses it.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

export async function startSandbox() {
  const [program, ...args] = (process.env.LUXGATE ?? "luxgate").split(" ");
  const command = [...args, "sandbox", "--clock", "driven", "--end-with-stdin"];
  const child = spawn(program, command, { stdio: ["pipe", "pipe", "inherit"] });
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  const { url, control: address, token } = JSON.parse(line);
  /** For example control("/lose-next", { device: "Porch" }). A wrong word fails, with the nearest known one. */
  const control = async (path, given = {}) => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(address + path, { method: "POST", headers, body: JSON.stringify(given) });
    const result = await answer.json();
    if (!answer.ok) throw new Error(result.error);
    return result;
  };
  return { url, control, stop: () => child.stdin.end() };
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
