import { expect, test } from "vitest";
import { PairedClient } from "./support/client/paired-client.ts";
import { runPagedGateway } from "./support/gateway/paged-gateway.ts";
import { OperatorBrowser } from "./support/http/operator-browser.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";
const APP = "https://app.example";

const crossOriginIn = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control") || name === "vary"));

const ALLOWED = {
  "access-control-allow-origin": APP,
  "access-control-expose-headers": "etag, retry-after",
};

test("G92: a page of an allowed origin may read every answer of the interface, refusals and 304 included", async () => {
  const { client } = await runPagedGateway({ allowOrigin: [APP] });
  const headers = { Origin: APP };
  const read = await client.send(LAMP, { headers });
  expect([read.status, crossOriginIn(read.headers)]).toEqual([200, { ...ALLOWED, vary: "Origin" }]);
  const list = await client.send("/clip/v2/resource/light", { headers });
  expect(crossOriginIn(list.headers)).toEqual({ ...ALLOWED, vary: "Accept-Encoding, Origin" });
  const known = await client.send(LAMP, { headers: { ...headers, "If-None-Match": read.headers.etag ?? "" } });
  expect([known.status, crossOriginIn(known.headers)]).toEqual([304, { ...ALLOWED, vary: "Origin" }]);
  const missing = await client.send("/clip/v2/nothing", { headers });
  expect([missing.status, crossOriginIn(missing.headers)]).toEqual([404, { ...ALLOWED, vary: "Origin" }]);
  const large = await client.send("/api", { method: "POST", headers, body: " ".repeat(5_000) });
  expect([large.status, crossOriginIn(large.headers)]).toEqual([413, { ...ALLOWED, vary: "Origin" }]);
  for (const path of ["/openapi.json", "/pictures/none"])
    expect((await client.send(path, { headers })).headers["access-control-allow-origin"]).toBe(APP);
});

test("G92: such a page is told before it asks what it may send, and then pairs, changes and follows", async () => {
  const gateway = await runPagedGateway({ allowOrigin: [APP] });
  const { client } = gateway;
  const preflight = await client.send(LAMP, {
    method: "OPTIONS",
    headers: {
      Origin: APP,
      "Access-Control-Request-Method": "PUT",
      "Access-Control-Request-Headers": "application-key,content-type",
    },
  });
  expect([preflight.status, crossOriginIn(preflight.headers)]).toEqual([
    200,
    {
      ...ALLOWED,
      vary: "Origin",
      "access-control-allow-methods": "GET, HEAD, PUT, POST",
      "access-control-allow-headers": "application-key, content-type, if-none-match, last-event-id",
      "access-control-max-age": "600",
    },
  ]);
  const headers = { Origin: APP, "Sec-Fetch-Site": "cross-site" };
  gateway.gateway.pressButton();
  const paired = await client.send("/api", { method: "POST", headers, body: '{"device_type":"app#web"}' });
  const key = { "application-key": paired.json.data.obj.username };
  const changed = await client.send(LAMP, { method: "PUT", headers: { ...headers, ...key }, body: '{"on":0}' });
  expect([changed.json.code, changed.headers["access-control-allow-origin"]]).toEqual([0, APP]);
  const { port } = gateway.http;
  const stream = await fetch(`http://127.0.0.1:${port}/eventstream/clip/v2`, { headers: { Origin: APP } });
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  expect(stream.headers.get("access-control-allow-origin")).toBe(APP);
  await stream.body?.cancel();
});

test("G92: no page is let in to the gateway's own page or to what is the operator's, nor by a cookie", async () => {
  const gateway = await runPagedGateway({ allowOrigin: [APP, "http://gateway.local:3000"] });
  const browser = await OperatorBrowser.open(gateway);
  for (const origin of [APP, "http://gateway.local:3000"]) {
    const headers = { Origin: origin };
    for (const path of ["/", "/page/app-1f.js", "/operator/session", "/healthz"]) {
      expect(crossOriginIn((await browser.send(path, { headers })).headers)).not.toHaveProperty(
        "access-control-allow-origin",
      );
    }
    for (const path of ["/operator/session", "/operator/session/end", "/operator/command/press"]) {
      const refused = await browser.send(path, { method: "POST", headers, body: "{}" });
      expect([path, refused.status, crossOriginIn(refused.headers)]).toEqual([path, 403, {}]);
    }
    const put = await browser.send(LAMP, { method: "PUT", headers, body: '{"on":0}' });
    expect(put.json.code).toBe(-401);
    expect(put.headers).not.toHaveProperty("access-control-allow-credentials");
  }
});

test("G92: every other origin stays out, and by default all do", async () => {
  for (const [allowOrigin, origins] of [
    [[APP], ["https://app.example.evil", "http://app.example", "https://app.example:8443", "https://sub.app.example"]],
    [[], [APP]],
  ] as const) {
    const gateway = await runPagedGateway({ allowOrigin });
    const { key } = await PairedClient.of(gateway);
    for (const Origin of origins) {
      const read = await gateway.client.send(LAMP, { headers: { Origin } });
      expect([read.status, crossOriginIn(read.headers)]).toEqual([403, {}]);
      const asked = await gateway.client.send(LAMP, { method: "OPTIONS", headers: { Origin } });
      expect([asked.status, crossOriginIn(asked.headers)]).toEqual([403, {}]);
      const headers = { Origin, "application-key": key };
      expect((await gateway.client.send(LAMP, { method: "PUT", headers, body: '{"on":0}' })).status).toBe(403);
    }
    const plain = await gateway.client.send(LAMP);
    expect(crossOriginIn(plain.headers)).toEqual({});
  }
});
