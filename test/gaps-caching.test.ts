import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { manyLamps } from "./support/home/many-lamps.ts";
import { everyRead } from "./support/http/every-read.ts";
import type { Received } from "./support/http/http-client.ts";
import { ReadDocument } from "./support/http/read-document.ts";

const LIGHTS = "/clip/v2/resource/light";
const TAG = /^"[\w-]{22}(-gzip)?"$/;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await runGateway();
  return gateway.stop;
});

const read = (path: string, headers: Record<string, string> = {}): Promise<Received> =>
  gateway.client.send(path, { headers });
const tagOf = ({ headers }: Received): string => headers.etag ?? "";

test("G73: every read has a tag of its own bytes, and one that comes back with it gets 304 and no body", async () => {
  const targets = [...everyRead(gateway.gateway.home).keys()].filter((target) => target.startsWith("/"));
  const tags = new Map<string, string>();
  for (const target of targets.filter((_, index) => index % 7 === 0)) {
    const whole = await read(target);
    if (whole.status !== 200) continue;
    const tag = tagOf(whole);
    expect(tag).toMatch(TAG);
    expect(tags.get(tag) ?? whole.bytes.toString("latin1")).toBe(whole.bytes.toString("latin1"));
    tags.set(tag, whole.bytes.toString("latin1"));
    const unchanged = await read(target, { "If-None-Match": tag });
    expect(unchanged).toMatchObject({ status: 304, bytes: Buffer.of() });
    expect(unchanged.headers).toMatchObject({ etag: tag, "cache-control": "no-cache" });
    expect(unchanged.headers).not.toHaveProperty("content-type");
  }
  expect(tags.size).toBeGreaterThan(20);
});

test("G73: refusals have no tag, and writes look at none", async () => {
  const unknown = await read(`${LIGHTS}/FFFFFFFF-0000-4000-8000-000000000000`, { "If-None-Match": "*" });
  expect([unknown.status, unknown.headers.etag]).toEqual([404, undefined]);
  const refused = await gateway.client.send(LIGHTS, { method: "PUT", headers: { "If-None-Match": "*" }, body: "{}" });
  expect([refused.status, refused.headers.etag]).toEqual([405, undefined]);
});

test("G73: HEAD is answered as GET would be", async () => {
  const [get, head] = [await read(LIGHTS), await gateway.client.send(LIGHTS, { method: "HEAD" })];
  expect([head.status, tagOf(head), head.bytes.byteLength]).toEqual([200, tagOf(get), 0]);
  const known = { method: "HEAD", headers: { "If-None-Match": tagOf(get) } };
  expect((await gateway.client.send(LIGHTS, known)).status).toBe(304);
});

test("G73: a tag is good until the list is another one, and good again in another gateway with the same home", async () => {
  const own = await runGateway();
  try {
    const before = await own.client.send(LIGHTS);
    expect(tagOf(before)).toBe(tagOf(await read(LIGHTS)));
    const light = own.gateway.home.lights.all()[0];
    if (!light) throw new Error("the demo home has no light");
    await own.gateway.submit({ kind: "lightChanged", lightId: light.id, state: { on: !light.on } });
    const after = await own.client.send(LIGHTS, { headers: { "If-None-Match": tagOf(before) } });
    expect(after.status).toBe(200);
    expect(tagOf(after)).not.toBe(tagOf(before));
  } finally {
    await own.stop();
  }
});

test("G73: the tag of a long list is of its bytes alone, in whatever order its pages were made", async () => {
  const own = await runGateway({ contents: manyLamps([40], 40) });
  try {
    const lights = own.gateway.home.lights.all().slice(0, 20);
    const before = tagOf(await own.client.send(LIGHTS));
    const isAsBefore = [];
    for (const isOther of [true, false]) {
      for (const { id, on } of lights)
        own.gateway.submit({ kind: "lightChanged", lightId: id, state: { on: on !== isOther } });
      isAsBefore.push(tagOf(await own.client.send(LIGHTS)) === before);
    }
    expect(isAsBefore).toEqual([false, true]);
  } finally {
    await own.stop();
  }
});

describe("G74: a list of 4 KiB or more", () => {
  test("is packed for clients that ask for it, under a tag of its own", async () => {
    const [plain, packed] = [await read(LIGHTS), await read(LIGHTS, { "Accept-Encoding": "gzip, deflate" })];
    expect(plain.bytes.byteLength).toBeGreaterThan(4 * 1024);
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(packed.headers["content-length"]).toBe(String(packed.bytes.byteLength));
    expect(packed.bytes.byteLength * 4).toBeLessThan(plain.bytes.byteLength);
    expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
    expect(tagOf(packed)).toBe(tagOf(plain).replace(/"$/, '-gzip"'));
    const again = await read(LIGHTS, { "Accept-Encoding": "gzip", "If-None-Match": tagOf(packed) });
    expect(again).toMatchObject({ status: 304, bytes: Buffer.of() });
    expect(again.headers).toMatchObject({ etag: tagOf(packed), vary: "Accept-Encoding" });
  });

  test("is not packed for others, who are told that it may be", async () => {
    for (const acceptEncoding of ["identity", "br", "gzip;q=0"]) {
      const { headers } = await read(LIGHTS, { "Accept-Encoding": acceptEncoding });
      expect(headers).not.toHaveProperty("content-encoding");
      expect(headers).toHaveProperty("vary", "Accept-Encoding");
    }
  });
});

test("G74: a single room of 4 KiB or more is packed as a list is", async () => {
  const house = gateway.gateway.home.rooms.all().find(({ kind }) => kind === "wholeHouse");
  const target = `/clip/v2/resource/room/${house?.id}?ext_device=1&ext_light=1`;
  const [plain, packed] = [await read(target), await read(target, { "Accept-Encoding": "gzip" })];
  expect([plain.headers.vary, packed.headers.vary]).toEqual(["Accept-Encoding", "Accept-Encoding"]);
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", etag: tagOf(plain).replace(/"$/, '-gzip"') });
  expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
});

test("G74: whatever may be packed, and nothing else, says so in the OpenAPI document", async () => {
  const { document } = new ReadDocument((await read("/openapi.json")).bytes.toString("utf8"));
  const declared = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && "headers" in (get.responses[200] ?? {}) && JSON.stringify(get.responses[200]).includes("headers/Vary")
      ? [path]
      : [],
  );
  const seen = new Set<string>();
  const targets = [...everyRead(gateway.gateway.home).keys(), "/openapi.json"].filter((target) =>
    target.startsWith("/"),
  );
  for (const target of targets) {
    const { headers } = await read(target, { "Accept-Encoding": "gzip" });
    if (headers.vary !== undefined) seen.add(templateOf(target, Object.keys(document.paths)));
  }
  expect([...seen].filter((path) => !declared.includes(path))).toEqual([]);
  expect(declared).toContain("/clip/v2/resource/room/{id}");
  expect(seen).toContain("/clip/v2/resource/room/{id}");
});

/** The path of the document that a target is one of. */
const templateOf = (target: string, paths: readonly string[]): string =>
  paths.find((path) => new RegExp(`^${path.replace("{id}", "[^/?]+")}(\\?|$)`).test(target)) ?? target;

test("G74: single resources that are small, short lists and pictures are never packed", async () => {
  const light = gateway.gateway.home.lights.all()[0];
  const picture = gateway.gateway.home.scenes.all().find((scene) => scene.picture)?.picture;
  const targets = [`${LIGHTS}/${light?.id}`, "/clip/v2/resource/bridge", `/pictures/${picture?.id}`];
  for (const target of targets) {
    const { status, headers } = await read(target, { "Accept-Encoding": "gzip" });
    expect([target, status, headers["content-encoding"], headers.vary]).toEqual([target, 200, undefined, undefined]);
  }
});
