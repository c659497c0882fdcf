import { describe, expect, onTestFinished, test } from "vitest";
import {
  DrivenClock,
  type HttpMisbehaviour,
  startTestGateway,
  type TestGatewayOptions,
} from "../src/libraries/testing/index.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { MqttSubscriber } from "./support/events/mqtt-subscriber.ts";
import { HttpClient } from "./support/http/http-client.ts";
import { openRaw, textUntilClosed } from "./support/http/raw-connection.ts";

const LIGHTS = "/clip/v2/resource/light";
const EVENTS = "/eventstream/clip/v2";

async function started(options: TestGatewayOptions = {}) {
  const clock = new DrivenClock();
  const gateway = await startTestGateway({ clock, ...options });
  onTestFinished(() => gateway.stop());
  return { gateway, clock, client: new HttpClient(gateway.ports.http) };
}

const once = (as: HttpMisbehaviour, path = LIGHTS) => ({ on: { path, times: 1 }, as });

/** Whether something is still to come though the gateway has answered something else meanwhile. */
async function isWaiting(promise: Promise<unknown>, client: HttpClient): Promise<boolean> {
  let isOver = false;
  void promise.finally(() => {
    isOver = true;
  });
  await client.send("/clip/v2/resource/room");
  return !isOver;
}

/** A stream whose snapshot was received. */
async function openStream(port: number) {
  const stream = await EventStreamClient.open({ port });
  onTestFinished(() => stream.hangUp());
  const next = async (event: string) => {
    for (;;) {
      const [message] = await stream.next();
      if (message?.event === event) return message.data;
    }
  };
  await next("snapshot");
  return { stream, next };
}

test("an answer comes later, by the clock of the test", async () => {
  const { gateway, clock, client } = await started();
  gateway.misbehave(once({ kind: "delay", millis: 5_000 }));
  const asked = gateway.nextRequest();
  const answer = client.send(LIGHTS);
  await asked;
  clock.advance(4_999);
  expect(await isWaiting(answer, client)).toBe(true);
  clock.advance(1);
  expect((await answer).json.data.len).toBe(11);
  expect((await client.send(LIGHTS)).json.data.len).toBe(11);
});

test("a connection is cut in the middle of an answer", async () => {
  const { gateway, client } = await started();
  gateway.misbehave(once({ kind: "cut" }));
  await expect(client.send(LIGHTS)).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(gateway.requests[0]?.status).toBe(200);
  expect((await client.send(LIGHTS)).status).toBe(200);
});

test("a cut after so many bytes lets so many through", async () => {
  const { gateway } = await started();
  gateway.misbehave(once({ kind: "cut", afterBytes: 7 }));
  const socket = await openRaw(gateway.ports.http);
  socket.write(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expect(await textUntilClosed(socket)).toMatch(/\r\n\r\n\{"code"$/);
});

test("len counts one more than there are, and all else is right", async () => {
  const { gateway, client } = await started();
  const known = { "If-None-Match": (await client.send(LIGHTS)).headers.etag ?? "no tag" };
  const packed = { "Accept-Encoding": "gzip" };
  expect((await client.send(LIGHTS, { headers: known })).status).toBe(304);
  expect((await client.send(LIGHTS, { headers: packed })).headers["content-encoding"]).toBe("gzip");
  gateway.misbehave({ ...once({ kind: "wrong-len" }), on: { path: LIGHTS, times: 2 } });
  const { json, headers, bytes } = await client.send(LIGHTS, { headers: packed });
  expect(json.data.len).toBe(12);
  expect(json.data.arr).toEqual(gateway.home.lights);
  expect(headers["content-length"]).toBe(String(bytes.byteLength));
  expect((await client.send(LIGHTS, { headers: known })).json.data.len).toBe(12);
  expect((await client.send(LIGHTS)).json.data.len).toBe(11);
});

test("JSON lacks its last character", async () => {
  const { gateway } = await started();
  gateway.misbehave(once({ kind: "malformed-json" }));
  const text = await (await fetch(gateway.url + LIGHTS)).text();
  expect(() => JSON.parse(text)).toThrow();
  expect(JSON.parse(`${text}}`).data.len).toBe(11);
});

test.each(["wrong-len", "malformed-json"] as const)("%s: what is no JSON comes as it is", async (kind) => {
  const { gateway, client } = await started();
  const picture = gateway.home.scenes.find(({ picture_url }) => picture_url !== "")?.picture_url ?? "";
  const plain = await client.send(picture);
  expect(plain.headers["content-type"]).toMatch(/^image/);
  gateway.misbehave({ on: {}, as: { kind } });
  expect((await client.send(picture)).bytes).toEqual(plain.bytes);
  expect(await client.send(LIGHTS, { method: "HEAD" })).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
  await openStream(gateway.ports.http);
});

test("another answer comes, and the gateway never hears of the request", async () => {
  const { gateway, client } = await started({ keys: ["mine"] });
  const { id, on } = gateway.home.lights[0] ?? { id: "", on: 0 };
  gateway.misbehave({ on: { method: "PUT", times: 1 }, as: { kind: "answer", status: 500 } });
  const put = () =>
    client.send(`${LIGHTS}/${id}`, { method: "PUT", headers: { "application-key": "mine" }, body: `{"on":${1 - on}}` });
  const refused = await put();
  expect([refused.status, refused.json.code]).toEqual([500, -500]);
  expect(gateway.home.lights[0]?.on).toBe(on);
  expect((await put()).json.code).toBe(0);
  gateway.misbehave({
    on: {},
    as: { kind: "answer", status: 502, body: "<html>", headers: { "Content-Type": "text/html" } },
  });
  const { status, headers, bytes } = await client.send("/anything");
  expect([status, headers["content-type"], bytes.toString()]).toEqual([502, "text/html", "<html>"]);
  expect(gateway.requests.map(({ status: logged }) => logged)).toEqual([500, 200, 502]);
});

test("nothing comes back at all, or only a part", async () => {
  const { gateway, client } = await started();
  for (const [as, head] of [
    [{ kind: "hang" }, ""],
    [{ kind: "stall" }, "HTTP/1.1 200 OK"],
  ] as const) {
    gateway.misbehave(once(as));
    const socket = await openRaw(gateway.ports.http);
    const text = textUntilClosed(socket);
    const asked = gateway.nextRequest();
    socket.write(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await asked;
    expect(await isWaiting(text, client)).toBe(true);
    socket.destroy();
    expect((await text).split("\r\n")[0]).toBe(head);
    expect(await text).not.toContain('"len":');
  }
});

test("an answer trickles in real time, also where the clock is driven", async () => {
  const { gateway, client } = await started();
  gateway.misbehave(once({ kind: "slow", bytes: 2_000, everyMillis: 20 }));
  const begin = performance.now();
  const { json, bytes } = await client.send(LIGHTS);
  expect(json.data.len).toBe(11);
  expect(performance.now() - begin).toBeGreaterThan(20 * Math.floor(bytes.byteLength / 2_000));
});

test("slow bytes of MQTT come in real time too", async () => {
  const { gateway } = await started();
  gateway.misbehave({ on: { door: "mqtt", times: 1 }, as: { kind: "slow", bytes: 1, everyMillis: 2 } });
  const subscriber = await MqttSubscriber.connect(gateway.ports.mqtt);
  expect(subscriber.client.connected).toBe(true);
});

describe("an answer that the client did not wait for has no status", () => {
  const ASK = `GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  test.each<[HttpMisbehaviour, "end" | "resetAndDestroy"]>([
    [{ kind: "delay", millis: 3_000 }, "end"],
    [{ kind: "delay", millis: 3_000 }, "resetAndDestroy"],
    [{ kind: "slow", everyMillis: 20 }, "end"],
    [{ kind: "slow", everyMillis: 20 }, "resetAndDestroy"],
  ])("%j, %s", async (as, leave) => {
    const { gateway, clock, client } = await started();
    gateway.misbehave(once(as));
    const socket = await openRaw(gateway.ports.http);
    socket.write(ASK);
    await client.send("/clip/v2/resource/room");
    await expect.poll(() => gateway.requests.length).toBe(2);
    const asked = gateway.nextRequest({ path: LIGHTS, after: 0 });
    socket[leave]();
    expect((await asked).status).toBeUndefined();
    await client.send("/clip/v2/resource/room");
    clock.advance(3_000);
    await client.send(LIGHTS);
    expect(gateway.requests.map(({ path, status }) => [path, status])).toContainEqual([LIGHTS, undefined]);
  });

  test("until it comes, and not if the gateway closes the connection behind it", async () => {
    const { gateway, clock } = await started();
    gateway.misbehave(once({ kind: "delay", millis: 3_000 }));
    const socket = await openRaw(gateway.ports.http);
    const text = textUntilClosed(socket);
    const asked = gateway.nextRequest();
    socket.write(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect((await asked).status).toBeUndefined();
    clock.advance(3_000);
    expect(await text).toContain('"len":11');
    expect(gateway.requests.map(({ status }) => status)).toEqual([200]);
  });
});

test.each(["cut", "stall"] as const)("%s leaves half of the body by default, and never all of it", async (kind) => {
  const { gateway, client } = await started();
  const { bytes } = await client.send(LIGHTS);
  const whole = bytes.byteLength;
  for (const [afterBytes, length] of [
    [undefined, Math.floor(whole / 2)],
    [0, 0],
    [7, 7],
    [1e9, whole - 1],
  ] as const) {
    gateway.misbehave(once({ kind, ...(afterBytes === undefined ? {} : { afterBytes }) }));
    const socket = await openRaw(gateway.ports.http);
    const text = textUntilClosed(socket);
    socket.write(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await gateway.nextRequest({ after: gateway.requests.length });
    await client.send(LIGHTS);
    gateway.cutConnections();
    const [head = "", body = ""] = (await text).split("\r\n\r\n");
    expect([head.split(" ")[1], body.length]).toEqual(["200", length]);
  }
});

test("connections are refused, so many times", async () => {
  const { gateway, client } = await started();
  gateway.misbehave({ on: { times: 2 }, as: { kind: "refuse" } });
  await expect(client.send(LIGHTS)).rejects.toMatchObject({ code: "ECONNRESET" });
  await expect(client.send(LIGHTS)).rejects.toMatchObject({ code: "ECONNRESET" });
  expect((await client.send(LIGHTS)).status).toBe(200);
});

test("what is forgiven does not happen; the first rule that fits does", async () => {
  const { gateway, client } = await started();
  const status = async (path: string) => (await client.send(path)).status;
  const forgive = gateway.misbehave({ on: { path: /resource\/(light|room)/g }, as: { kind: "answer", status: 500 } });
  gateway.misbehave({ on: { path: LIGHTS }, as: { kind: "answer", status: 503 } });
  expect(await status(`${LIGHTS}?x=1`)).toBe(500);
  expect(await status(LIGHTS)).toBe(500);
  expect(await status("/clip/v2/resource/room")).toBe(500);
  expect(await status("/clip/v2/resource/scene")).toBe(200);
  forgive();
  expect(await status(`${LIGHTS}?x=1`)).toBe(503);
  gateway.behave();
  expect(await status(LIGHTS)).toBe(200);
});

test("a stream that is open goes stale: no more bytes, though the connection stays", async () => {
  const { gateway, clock, client } = await started();
  const { stream } = await openStream(gateway.ports.http);
  gateway.misbehave({ on: { path: EVENTS, times: 1 }, as: { kind: "stall" } });
  gateway.device("Reading lamp").switch();
  clock.advance(15_000);
  await client.send(LIGHTS);
  const other = await openStream(gateway.ports.http);
  gateway.device("Reading lamp").switch();
  clock.advance(1);
  expect(await other.next("update")).toContain('"type":"light"');
  expect([stream.messages, stream.isOver]).toEqual([[], false]);
});

test("heartbeats stop, or single events are lost, and all else goes on", async () => {
  const { gateway, clock } = await started({ home: "devices: [{name: Reading lamp, product: white bulb, on: true}]" });
  const { stream, next } = await openStream(gateway.ports.http);
  gateway.misbehave({ on: { path: EVENTS }, as: { kind: "lose-heartbeats" } });
  gateway.misbehave({ on: { path: EVENTS, times: 1 }, as: { kind: "lose-events" } });
  clock.advance(15_000);
  gateway.device("Reading lamp").switch("off");
  clock.advance(1);
  gateway.device("Reading lamp").switch("on");
  clock.advance(1);
  const told = (await stream.next(5)).map(({ data }) => JSON.parse(data));
  expect(told.filter(({ type }) => type === "light").map(({ value }) => value)).toEqual([{ on: 1 }]);
  gateway.behave();
  clock.advance(15_000);
  expect(await next("heartbeat")).toContain("hash");
});

test("every open connection is cut", async () => {
  const { gateway } = await started();
  const socket = await openRaw(gateway.ports.http);
  const text = textUntilClosed(socket);
  const { stream } = await openStream(gateway.ports.http);
  gateway.cutConnections();
  await stream.over();
  expect(await text).toBe("");
});

test("another answer has the body that the gateway has for its status, or that of a fault", async () => {
  const { gateway, client } = await started();
  for (const [status, code] of [
    [503, -503],
    [404, -1],
    [418, -500],
    [200, -500],
  ] as const) {
    gateway.misbehave({ on: { times: 1 }, as: { kind: "answer", status } });
    const answer = await client.send(LIGHTS);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  }
});

const OWN_HEADERS = { "content-type": "text/plain", "content-length": "9999", "transfer-encoding": "chunked" };

test.each(
  ["GET", "HEAD"].flatMap((method) =>
    [200, 204, 205, 304, 404, 500].flatMap((status) =>
      [{}, { headers: OWN_HEADERS }, { body: "Grüße", headers: OWN_HEADERS }].map((as) => ({ method, status, as })),
    ),
  ),
)("another answer is sound HTTP, and the connection goes on behind it: $method $status $as", async (given) => {
  const { method, status, as } = given;
  const { gateway } = await started();
  gateway.misbehave({ on: { times: 1 }, as: { kind: "answer", status, ...as } });
  const socket = await openRaw(gateway.ports.http);
  const request = (last: string) => `${method} ${LIGHTS} HTTP/1.1\r\nHost: 127.0.0.1\r\n${last}\r\n`;
  socket.write(request("") + request("Connection: close\r\n"));
  const [, other = "", own = "", ...more] = (await textUntilClosed(socket)).split(/HTTP\/1\.1 (?=\d{3} )/);
  expect([other.slice(0, 3), own.slice(0, 3), more]).toEqual([`${status}`, "200", []]);
  const [head = "", body = ""] = other.split("\r\n\r\n");
  const names = head.split("\r\n").map((line) => line.split(":")[0]?.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  expect(names.includes("content-length")).toBe(![204, 304].includes(status));
  const [, length = "0"] = /^content-length: (\d+)$/im.exec(head) ?? [];
  const isBodiless = method === "HEAD" || [204, 205, 304].includes(status);
  expect(body.length).toBe(isBodiless ? 0 : Number(length));
  expect(isBodiless || body.length > 0).toBe(true);
});

/** An MQTT client that sends a ping whenever something comes: CONNACK has 4 bytes, and each answer to a ping 2. */
async function pinging(port: number, name: string) {
  const ping = Buffer.from([0xc0, 0]);
  const socket = await openRaw(port);
  onTestFinished(() => void socket.destroy());
  const received = { bytes: 0, isClosed: false };
  socket.on("error", () => undefined);
  socket.on("close", () => {
    received.isClosed = true;
  });
  socket.on("data", ({ length }) => {
    received.bytes += length;
    if (received.bytes < 40) socket.write(ping);
  });
  socket.write(Buffer.from([0x10, 13, 0, 4, ...Buffer.from("MQTT"), 4, 2, 0, 60, 0, 1, ...Buffer.from(name)]));
  return { received, ping: () => void socket.write(ping) };
}

const ENDS = (["stall", "cut"] as const).flatMap((kind) =>
  [0, 2, 6, 9].flatMap((afterBytes) => [1, 2, undefined].map((times) => ({ kind, afterBytes, times }))),
);

test.each(ENDS)("an MQTT connection takes an end once: $kind after $afterBytes bytes, times: $times", async (given) => {
  const { times, ...as } = given;
  const { gateway, client } = await started();
  const on = { door: "mqtt", ...(times === undefined ? {} : { times }) } as const;
  const forgive = gateway.misbehave({ on, as });
  for (const name of ["a", "b"].slice(0, times)) {
    const { received, ping } = await pinging(gateway.ports.mqtt, name);
    await expect.poll(() => received.isClosed || received.bytes >= as.afterBytes).toBe(true);
    ping();
    await client.send(LIGHTS);
    ping();
    await client.send(LIGHTS);
    await expect.poll(() => received.isClosed).toBe(as.kind === "cut");
    expect(received.bytes).toBeLessThanOrEqual(as.afterBytes);
  }
  forgive();
  const { received } = await pinging(gateway.ports.mqtt, "c");
  await expect.poll(() => received.bytes).toBe(40);
});
