import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openPage, type Page, servePage } from "./support/page-browser.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";
const BLOCKED = "TypeError: Failed to fetch";

/** A web application of somebody else's; gives its address. */
async function application(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>app</title><p>app");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://app.example:${(server.address() as AddressInfo).port}`;
}

/** The code in the answer to what a script of the page sends, or why it has none. */
const codeFor = (page: Page, url: string, init: object = {}): Promise<unknown> =>
  page.evaluate(
    `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(async (answer) => (await answer.json()).code, String)`,
  );

const PUT = { method: "PUT", body: '{"on":0}', headers: { "application-key": "none", "content-type": "text/plain" } };

test("an allowed origin is a client with a key: it reads, writes and follows, and no cookie helps it", async () => {
  const origin = await application();
  const { url } = await servePage(["--allow-origin", origin]);
  const { page } = await openPage(origin);
  expect(await codeFor(page, url + LAMP)).toBe(0);
  expect(await codeFor(page, url + LAMP, PUT)).toBe(-401);
  expect(await codeFor(page, url + LAMP, { ...PUT, credentials: "include" })).toBe(BLOCKED);
  expect(await codeFor(page, `${url}/operator/session`)).toBe(BLOCKED);
  const first = await page.evaluate(
    `fetch(${JSON.stringify(`${url}/eventstream/clip/v2`)}).then(async ({ body }) => {
      const { value } = await body.getReader().read();
      return new TextDecoder().decode(value);
    })`,
  );
  expect(first).toMatch(/^retry: /);
});

test("another origin than the allowed one is no client", async () => {
  const { url } = await servePage(["--allow-origin", "https://app.example"]);
  const { page } = await openPage(await application());
  expect(await codeFor(page, url + LAMP)).toBe(BLOCKED);
});
