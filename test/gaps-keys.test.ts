import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { REFUSALS } from "../src/core/contract/refusals.ts";
import { contentsOf } from "../src/core/home/home.ts";
import { askForKey, PairedClient } from "./support/client/paired-client.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import type { RequestOptions } from "./support/http/http-client.ts";
import { exchangeRaw } from "./support/http/raw-connection.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";
const BRIDGE = "/clip/v2/resource/bridge";

let running: TestGateway;
beforeEach(async () => {
  running = await runGateway();
  onTestFinished(() => running.stop());
});

const withKey = (key: string, more: RequestOptions = {}): RequestOptions => ({
  ...more,
  headers: { "application-key": key, ...more.headers },
});
const off = (key?: string): RequestOptions => ({
  method: "PUT",
  body: '{"on":0}',
  ...(key === undefined ? {} : { headers: { "application-key": key } }),
});

describe("pairing", () => {
  test("G50: while the window is shut, a request for a key is HTTP 200 with a code other than 0", async () => {
    const { status, json } = await askForKey(running.client);
    expect([status, json.code, json.data]).toEqual([200, -423, {}]);
  });

  test("G50: while it is open, a client gets a key of 256 random bits, and the window shuts behind it", async () => {
    running.gateway.pressButton();
    const first = await askForKey(running.client, "acme#panel");
    const second = await askForKey(running.client, "acme#other");
    expect([first.status, first.json.code, first.json.msg]).toEqual([200, 0, "success"]);
    expect(Buffer.from(first.json.data.obj.username, "base64url").byteLength).toBe(32);
    expect(second.json.code).toBe(-423);
    expect(running.gateway.pairingMillisLeft()).toBe(0);
  });

  test("G50: of clients that ask at the same moment one gets a key", async () => {
    running.gateway.pressButton();
    const answers = await Promise.all(Array.from({ length: 10 }, () => askForKey(running.client)));
    expect(answers.filter(({ json }) => json.code === 0)).toHaveLength(1);
    expect(running.gateway.home.keys.all()).toHaveLength(1);
  });

  test.each([
    ["no JSON", "{", 400, -400],
    ["no object", "[]", 400, -400],
    ["no device_type", "{}", 200, -422],
    ["an empty device_type", '{"device_type":""}', 200, -422],
    ["one that no screen can show", '{"device_type":"\\u0000\\u202e"}', 200, -422],
    ["one that is no text", '{"device_type":7}', 200, -422],
    ["one without end", JSON.stringify({ device_type: "x".repeat(129) }), 200, -422],
  ])("G50: a request with %s leaves the window open", async (_what, body, status, code) => {
    running.gateway.pressButton();
    const refused = await running.client.send("/api", { method: "POST", body });
    expect([refused.status, refused.json.code]).toEqual([status, code]);
    expect((await askForKey(running.client)).json.code).toBe(0);
  });

  test("G97: a write without a body is malformed, whatever it is for, and changes nothing", async () => {
    const { key } = await PairedClient.of(running);
    const { devices, lights, syncBoxes, scenes, groupLights } = running.gateway.home;
    const [device] = devices.all().filter(({ lightIds }) => lightIds.length > 0);
    const targets = [
      `light/${lights.all()[0]?.id}`,
      `device/${device?.id}/light`,
      `sync/${syncBoxes.all()[0]?.id}`,
      `scene/${scenes.all()[0]?.id}`,
      `group_light/${groupLights.all()[0]?.id}`,
    ].map((path) => `/clip/v2/resource/${path}`);
    for (const target of targets) {
      for (const [body, status, code] of [
        ["", 400, -400],
        [undefined, 400, -400],
        ["{}", 200, -422],
      ] as const) {
        const options = { method: "PUT", ...(body === undefined ? {} : { body }) };
        const refused = await running.client.send(target, withKey(key, options));
        expect([target, body, refused.status, refused.json.code]).toEqual([target, body, status, code]);
      }
    }
    running.gateway.pressButton();
    expect((await running.client.send("/api", { method: "POST" })).status).toBe(400);
    expect((await askForKey(running.client)).json.code).toBe(0);
  });

  test("the key is told to the client alone: what is stored is its digest", async () => {
    const { key } = await PairedClient.of(running);
    expect(JSON.stringify(running.gateway.home.keys.all())).not.toContain(key);
  });
});

describe("keys", () => {
  test.each([
    ["none", undefined],
    ["an empty one", ""],
    ["a wrong one", "z".repeat(43)],
  ])("G51: a write with %s is refused with HTTP 200 and changes nothing", async (_what, key) => {
    const { status, json } = await running.client.send(LAMP, off(key));
    expect([status, json.code]).toEqual([200, REFUSALS["key-needed"].code]);
    expect((await running.client.send(LAMP)).json.data.obj.on).toBe(1);
  });

  test("G51: a write with a right key is done, and its last use is known", async () => {
    const { key } = await PairedClient.of(running);
    expect(running.gateway.home.keys.all()[0]?.lastUsedAt).toBeNull();
    expect((await running.client.send(LAMP, off(key))).json).toEqual({
      code: 0,
      msg: "success",
      data: { arr: [], obj: {} },
    });
    expect(running.gateway.home.keys.all()[0]?.lastUsedAt).not.toBeNull();
  });

  test("G51: a key's last use is known to the minute, by whatever the clock on the wall says then", async () => {
    let today = Date.parse("2026-11-15T20:15:00Z");
    const clocked = await runGateway({ today: () => new Date(today) });
    onTestFinished(() => clocked.stop());
    const { key } = await PairedClient.of(clocked);
    const lastUse = async (laterMillis: number) => {
      today += laterMillis;
      await clocked.client.send(BRIDGE, withKey(key));
      return clocked.gateway.home.keys.all()[0]?.lastUsedAt;
    };
    expect(await lastUse(0)).toBe("2026-11-15T20:15:00.000Z");
    expect(await lastUse(59_999)).toBe("2026-11-15T20:15:00.000Z");
    expect(await lastUse(1)).toBe("2026-11-15T20:16:00.000Z");
    expect(await lastUse(-3_600_000)).toBe("2026-11-15T19:16:00.000Z");
  });

  test("G51: on bridge a key that is given must be right, and none or an empty one is as good", async () => {
    const { key } = await PairedClient.of(running);
    const codes = [];
    for (const headers of [{}, withKey("").headers, withKey("wrong").headers, withKey(key).headers])
      codes.push((await running.client.send(BRIDGE, { headers: { ...headers } })).json.code);
    expect(codes).toEqual([0, 0, -401, 0]);
  });

  test("G51: other reads are open, whatever key is given", async () => {
    expect((await running.client.send(LAMP, withKey("wrong"))).json.code).toBe(0);
  });

  test("G51: a key that was revoked opens nothing any more", async () => {
    const { key } = await PairedClient.of(running);
    const [stored] = running.gateway.home.keys.all();
    if (stored) await running.gateway.ask({ kind: "keyRevoked", keyId: stored.id });
    expect((await running.client.send(LAMP, off(key))).json.code).toBe(-401);
    expect((await running.client.send(BRIDGE, withKey(key))).json.code).toBe(-401);
  });

  test("G51: whoever tries keys is told to wait after twenty, and after a second may try one more", async () => {
    const codes = [];
    for (let tried = 0; tried < 30; tried += 1) codes.push((await running.client.send(LAMP, off("wrong"))).json.code);
    expect(codes).toEqual([...Array(20).fill(-401), ...Array(10).fill(-429)]);
    running.clock.advance(1_000);
    expect((await running.client.send(LAMP, off("wrong"))).json.code).toBe(-401);
    expect((await running.client.send(LAMP, off("wrong"))).json.code).toBe(-429);
  });

  test("G51: whoever gives no key does not try keys, however often it asks", async () => {
    for (let asked = 0; asked < 30; asked += 1)
      expect((await running.client.send(LAMP, off(asked % 2 ? "" : undefined))).json.code).toBe(-401);
  });

  test("G51: two keys are as good as a wrong one, even if both are right", async () => {
    const { key } = await PairedClient.of(running);
    const head = `PUT ${LAMP} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 8\r\n`;
    const answer = await exchangeRaw(
      running.http.port,
      `${head}${`application-key: ${key}\r\n`.repeat(2)}\r\n{"on":0}`,
    );
    expect([answer.status, answer.envelope.code]).toEqual([200, -401]);
  });

  test("G51: nobody is kept out by the wrong keys of others at the same address", async () => {
    const { key } = await PairedClient.of(running);
    for (let tried = 0; tried < 30; tried += 1) await running.client.send(LAMP, off("wrong"));
    expect((await running.client.send(LAMP, off(key))).json.code).toBe(0);
  });
});

test("G51: with the profile shared every read needs a key, pictures and events too; pairing does not", async () => {
  const shared = await runGateway({ profile: "shared" });
  onTestFinished(() => shared.stop());
  const targets = ["device", "light", "sync", "room", "scene", "bridge", "zigbee_device_discovery"];
  const paths = [...targets.map((name) => `/clip/v2/resource/${name}`), LAMP, "/pictures/x", "/eventstream/clip/v2"];
  for (const path of paths) expect((await shared.client.send(path)).json.code).toBe(-401);
  const { key } = await PairedClient.of(shared);
  for (const name of targets)
    expect((await shared.client.send(`/clip/v2/resource/${name}`, withKey(key))).json.code).toBe(0);
});

test("G51: with the profile shared a stream of events ends when its key is revoked", async () => {
  const shared = await runGateway({ profile: "shared" });
  onTestFinished(() => shared.stop());
  const { key } = await PairedClient.of(shared);
  const stream = await fetch(`http://127.0.0.1:${shared.http.port}/eventstream/clip/v2`, withKey(key));
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  const [stored] = shared.gateway.home.keys.all();
  if (stored) await shared.gateway.ask({ kind: "keyRevoked", keyId: stored.id });
  expect(await stream.text()).toMatch(/^retry: /);
});

test("G51: at home, where nobody needs a key to listen, a stream goes on when one is revoked", async () => {
  await PairedClient.of(running);
  const stream = await EventStreamClient.open({ port: running.http.port });
  await stream.next();
  const [stored] = running.gateway.home.keys.all();
  if (stored) await running.gateway.ask({ kind: "keyRevoked", keyId: stored.id });
  running.clock.advance(15_000);
  expect(await stream.next()).toMatchObject([{ event: "heartbeat" }]);
});

test("G51: with the profile shared a stream goes on when the whole home is replaced and its key stays", async () => {
  const shared = await runGateway({ profile: "shared" });
  onTestFinished(() => shared.stop());
  const { key } = await PairedClient.of(shared);
  const stream = await EventStreamClient.open({ port: shared.http.port, headers: { "application-key": key } });
  await stream.next();
  const contents = contentsOf(shared.gateway.home);
  const [first, ...others] = contents.scenes;
  const removed = JSON.stringify({ id: first?.id, type: "scene" });
  await shared.gateway.ask({ kind: "homeReplaced", contents: { ...contents, scenes: others } });
  await stream.until(() => stream.messages.some(({ data }) => data === removed));
  expect([stream.isOver, shared.http.eventStreams]).toEqual([false, 1]);
});

describe("pages of web sites", () => {
  const own = () => `127.0.0.1:${running.http.port}`;
  const expectNothingChanged = async (headers: Record<string, string>) => {
    const { key } = await PairedClient.of(running);
    running.gateway.pressButton();
    const asked = { method: "POST", headers, body: '{"device_type":"evil#page"}' };
    expect((await running.client.send("/api", asked)).status).toBe(403);
    const put = withKey(key, { method: "PUT", headers, body: '{"on":0}' });
    expect((await running.client.send(LAMP, put)).status).toBe(403);
    expect(running.gateway.pairingMillisLeft()).toBeGreaterThan(0);
  };

  test.each([
    "null",
    "",
    "http://evil.com",
    "http://192.168.1.5",
    "http://localhost:5173",
    "evil.com",
    "file://",
    "ftp://OWN",
    "https://OWN",
    "blob:http://OWN",
    "http://OWN/",
    "http://OWN.evil.com",
    "http://OWN, http://OWN",
    "capacitor://localhost",
    "chrome-extension://abcdefghijklmnop",
  ])("P6: a page whose origin is %j neither pairs nor changes anything", async (origin) => {
    await expectNothingChanged({ Origin: origin.replaceAll("OWN", own()) });
  });

  test.each(["cross-site", "same-site", "CROSS-SITE", "anything"])(
    "P6: a page of which the browser says only Sec-Fetch-Site: %s neither pairs nor changes anything",
    async (site) => {
      await expectNothingChanged({ "Sec-Fetch-Site": site });
      await expectNothingChanged({ Origin: `http://${own()}`, "Sec-Fetch-Site": site });
    },
  );

  test("P6: no origin but our own, whatever it is, changes anything", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.webUrl(), fc.domain(), fc.string({ unit: "grapheme-ascii" })), async (origin) => {
        const asked = { method: "POST", headers: { Origin: origin.trim() }, body: '{"device_type":"evil#page"}' };
        expect((await running.client.send("/api", asked)).status).toBe(403);
      }),
    );
  });

  test.each([
    ["our own page", { Origin: "http://OWN" }],
    ["our own page, by what its browser says", { Origin: "http://OWN", "Sec-Fetch-Site": "same-origin" }],
    ["our own page on the usual port", { Origin: "http://gateway.lan", Host: "gateway.lan:80" }],
    ["our own page in other letters", { Origin: "http://gateway.lan", Host: "GATEWAY.lan" }],
    ["a person's address bar", { "Sec-Fetch-Site": "none" }],
    ["a program", {}],
  ])("P6: %s may", async (_, given) => {
    const entries = Object.entries(given).map(([name, value]) => [name, value.replace("OWN", own())]);
    const { key } = await PairedClient.of(running);
    const put = withKey(key, { method: "PUT", headers: Object.fromEntries(entries), body: '{"on":0}' });
    expect((await running.client.send(LAMP, put)).json.code).toBe(0);
  });
});
