import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { OPERATIONS } from "../src/core/contract/operations.ts";
import { runPagedGateway } from "./support/gateway/paged-gateway.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import { OperatorBrowser } from "./support/http/operator-browser.ts";
import { pageFolder, SCRIPT } from "./support/http/page-folder.ts";
import { someFolder } from "./support/store/some-folder.ts";

const BROWSER = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

test("G88: a browser gets the page at /, with headers that let nothing foreign in and no frame around it", async () => {
  const { client } = await runPagedGateway();
  for (const path of ["/", "/page/app-1f.js", "/page/icon.png"]) {
    const { status, headers } = await client.send(path, { headers: BROWSER });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
    });
    expect(headers).not.toHaveProperty("access-control-allow-origin");
  }
});

test("G88: files of the page are sent as they are listed: type, cache, tag, packed for who accepts that", async () => {
  const { client } = await runPagedGateway();
  const page = await client.send("/", { headers: BROWSER });
  expect(page.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
  expect(page.bytes.toString()).toBe("<!doctype html><title>Luxgate</title>");
  const script = await client.send("/page/app-1f.js", { headers: { "Accept-Encoding": "gzip, br" } });
  expect(script.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "gzip",
    vary: "Accept-Encoding",
  });
  expect(gunzipSync(script.bytes).toString()).toBe(SCRIPT);
  const known = { "Accept-Encoding": "gzip", "If-None-Match": script.headers.etag ?? "" };
  const again = await client.send("/page/app-1f.js", { headers: known });
  expect([again.status, again.bytes.byteLength, again.headers.etag]).toEqual([304, 0, script.headers.etag]);
  expect((await client.send("/page/app-1f.js")).bytes.toString()).toBe(SCRIPT);
  const picture = await client.send("/page/icon.png", { headers: { "Accept-Encoding": "gzip" } });
  expect([picture.bytes.toString(), picture.headers["content-encoding"]]).toEqual(["PNG", undefined]);
});

test("G22: only pictures, the event stream, the OpenAPI document, the page's files and the operator's lines have no envelope", async () => {
  const gateway = await runPagedGateway();
  const browser = await OperatorBrowser.open(gateway);
  const { home } = gateway.gateway;
  const ids = [home.devices, home.lights, home.syncBoxes, home.rooms, home.scenes].map((kind) => kind.all()[0]?.id);
  const pictureId = home.scenes.all().find(({ picture }) => picture)?.picture?.id;
  const reads = Object.values(OPERATIONS).filter(({ method, path }) => method === "GET" && path !== EVENTS);
  const paths = reads.flatMap(({ path }) => [...ids, pictureId].map((id) => path.replace(":id", String(id))));
  const targets = [...paths, "/", "/page/app-1f.js", "/page/icon.png", "/nowhere", "/operator/session"];
  const bare = new Set<string>();
  for (const path of targets) {
    const { headers, json, status } = await gateway.client.send(path, { headers: BROWSER });
    if (!isEnvelope(json)) bare.add(`${status} ${path.replace(pictureId ?? "", ":id")} ${headers["content-type"]}`);
  }
  const command = await browser.send("/operator/command/press", { method: "POST" });
  if (!isEnvelope(command.json)) bare.add(`${command.status} command ${command.headers["content-type"]}`);
  expect([...bare].sort()).toEqual([
    "200 / text/html; charset=utf-8",
    "200 /openapi.json application/json",
    "200 /page/app-1f.js text/javascript; charset=utf-8",
    "200 /page/icon.png image/png",
    "200 /pictures/:id image/png",
    "200 command application/x-ndjson",
  ]);
});

const EVENTS = OPERATIONS.watchEvents.path;

const isEnvelope = (json: unknown): boolean => Object.keys(Object(json)).join() === "code,msg,data";

test("G88: HEAD, OPTIONS and other methods are answered as on every path", async () => {
  const { client } = await runPagedGateway();
  for (const path of ["/", "/page/app-1f.js"]) {
    const head = await client.send(path, { method: "HEAD", headers: BROWSER });
    expect([head.status, head.bytes.byteLength]).toEqual([200, 0]);
    expect(Number(head.headers["content-length"])).toBeGreaterThan(10);
    const options = await client.send(path, { method: "OPTIONS" });
    expect([options.status, options.headers.allow]).toEqual([200, "GET, HEAD, OPTIONS"]);
    const deleted = await client.send(path, { method: "DELETE" });
    expect([deleted.status, deleted.headers.allow, deleted.json.code]).toEqual([405, "GET, HEAD, OPTIONS", -405]);
  }
});

test.each([
  "/page/secret.txt",
  "/secret.txt",
  "/page/../files.json",
  "/page/%2e%2e/files.json",
  "/files.json",
  "/page/",
])("G88: %s is not listed, so it is not served", async (path) => {
  const { client } = await runPagedGateway();
  const { status, json } = await client.send(path, { headers: BROWSER });
  expect([status, json.code]).toEqual([404, -1]);
});

test("G88: a program that asks for / is told where everything is, in the envelope, also while the page is not built", async () => {
  const built = await runPagedGateway();
  const unbuilt = await runPagedGateway({ pageFolder: join(someFolder(), "nowhere") });
  const answers = [
    await built.client.send("/", { headers: { Accept: "application/json" } }),
    await built.client.send("/", { headers: { Accept: "*/*" } }),
    await built.client.send("/"),
    await unbuilt.client.send("/", { headers: BROWSER }),
  ];
  for (const { status, json, headers } of answers) {
    expect(status).toBe(200);
    expect(headers.vary).toBe("Accept, Accept-Encoding");
    expect(json).toMatchObject({
      code: 0,
      msg: "success",
      data: {
        obj: {
          resource: { light: "/clip/v2/resource/light", group_light: "/clip/v2/resource/group_light" },
          eventstream: "/eventstream/clip/v2",
          pairing: "/api",
          openapi: "/openapi.json",
          healthz: "/healthz",
          readyz: "/readyz",
        },
      },
    });
  }
  const { obj } = answers[0]?.json.data ?? {};
  for (const path of [...Object.values(obj.resource), obj.openapi, obj.healthz, obj.readyz])
    expect((await built.client.send(String(path))).status).toBe(200);
});

test("G88: without a page there is nothing at / and nothing for operators", async () => {
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  for (const path of [
    "/",
    "/page/app-1f.js",
    "/operator/session",
    "/operator/session/end",
    "/operator/command/status",
  ]) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const { status, json } = await gateway.client.send(path, { method, headers: BROWSER });
      expect([path, method, status, json.code]).toEqual([path, method, 404, -1]);
    }
  }
});

test("files are read when they are first asked for, and then kept", async () => {
  const folder = pageFolder();
  const { client } = await runPagedGateway({ pageFolder: folder });
  writeFileSync(join(folder, "index.html"), "newer");
  const text = async () => (await client.send("/", { headers: BROWSER })).bytes.toString();
  expect(await text()).toBe("newer");
  writeFileSync(join(folder, "index.html"), "newest");
  expect(await text()).toBe("newer");
});

test("the page is for the gateway's own names: under another it is refused", async () => {
  const { client } = await runPagedGateway();
  const { status } = await client.send("/", { headers: { ...BROWSER, Host: "evil.example" } });
  expect(status).toBe(421);
});
