import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { runGateway } from "./support/gateway/running-gateway.ts";

const MOST_BYTES = 10 * 1024;

async function bundled(entry: string, platform: string, minify: boolean): Promise<string> {
  const { bundleClient } = await import(new URL("../tools/bundle-client.mjs", import.meta.url).href);
  const [{ code }] = await bundleClient({ entry, platform, minify });
  return code;
}

const moduleOf = (text: string): Promise<typeof import("../src/libraries/client/browser.ts")> =>
  import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);

test("the client for browsers is 10 KB at the most, needs nothing but fetch, and reads and watches a home", async () => {
  const text = await bundled("src/libraries/client/browser.ts", "browser", true);
  const { byteLength } = gzipSync(text);
  console.info(`The client for browsers: ${text.length} bytes, ${byteLength} with gzip.`);
  expect(byteLength).toBeLessThanOrEqual(MOST_BYTES);
  expect(text).not.toMatch(/\bimport\b|\brequire\b|typebox|crypto/);
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  const client = (await moduleOf(text)).connect(`http://127.0.0.1:${gateway.http.port}`);
  expect((await client.listLights()).length).toBe(11);
  for await (const { home } of client.watch()) {
    expect(home.lights.size).toBe(11);
    break;
  }
});

test("the client for Node needs nothing but Node", async () => {
  const text = await bundled("src/libraries/client/index.ts", "node", false);
  expect(text.match(/from "[^"]*"/g)?.sort()).toEqual(['from "node:dgram"', 'from "node:os"']);
  expect(text).not.toContain("typebox");
});
