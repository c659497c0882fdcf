import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { startBrowser, startSandbox } from "./sandbox.mjs";

let sandbox, browser, page;

before(async () => {
  sandbox = await startSandbox();
  browser = await startBrowser();
});
after(() => browser?.stop());
after(() => sandbox?.stop());
beforeEach(async () => {
  await sandbox.control("/reset", { keys: ["mine"], allowOrigin: [browser.origin] });
  page = await browser.openPage();
});
afterEach(() => page.close());

/** Calls the client inside the page. */
const inPage = (method, args = [], options = {}) =>
  page.evaluate(
    async ({ url, module, method, args, options }) => {
      const { Client } = await import(module);
      return new Client(url, options)[method](...args);
    },
    { url: sandbox.url, module: "/client.mjs", method, args, options },
  );

const readingLamp = async () => (await sandbox.control("/device", { device: "Reading lamp" })).lightIds[0];

test("a page lists the lights", async () => {
  assert.equal((await inPage("lights")).length, 11);
});

test("a page turns a lamp off with its key", async () => {
  await inPage("turn", [await readingLamp(), false], { key: "mine" });
  const { body, status, headers } = await sandbox.control("/next-request", { method: "PUT", after: 0 });
  assert.deepEqual([body, status, headers.origin], ['{"on":0}', 200, browser.origin]);
});

test("a page sees that a lamp did not obey", async () => {
  const id = await readingLamp();
  const isOn = async () => (await inPage("lights")).find((light) => light.id === id).on;
  await sandbox.control("/lose-next", { device: "Reading lamp" });
  await inPage("turn", [id, false], { key: "mine" });
  assert.equal(await isOn(), 0); // the command is shown …
  await sandbox.control("/advance", { millis: 10_000 });
  assert.equal(await isOn(), 1); // … until the lamp has failed to obey
});

for (const fault of [{ kind: "cut" }, { kind: "malformed-json" }, { kind: "answer", status: 503 }]) {
  test(`a page repeats a read that fails: ${fault.kind}`, async () => {
    // An answer that the gateway did not give has no header that lets a page of another origin read it.
    await sandbox.control("/misbehave", { on: { method: "GET", times: 1 }, as: fault });
    assert.equal((await inPage("lights")).length, 11);
  });
}

test("a page gives up when there is no answer", async () => {
  await sandbox.control("/misbehave", { on: {}, as: { kind: "hang" } });
  await assert.rejects(inPage("lights", [], { timeoutMillis: 200 }), /timed out/);
});

test("a page of an origin that is not allowed gets nothing", async () => {
  await sandbox.control("/reset");
  await assert.rejects(inPage("lights"), /Failed to fetch/);
});
