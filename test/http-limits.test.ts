import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { HTTP_LIMITS, type HttpLimits } from "../src/edges/http/limits.ts";
import { EVENT_LIMITS } from "../src/edges/http/sse/event-limits.ts";
import { MQTT_LIMITS } from "../src/edges/mqtt/broker/limits.ts";
import { SYSTEM_CLOCK } from "../src/shared/system-clock.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { exchangeRaw, openRaw, parseRaw, textUntilClosed } from "./support/http/raw-connection.ts";

const LIGHTS = "/clip/v2/resource/light";

async function gatewayWith(limits: Partial<HttpLimits>): Promise<TestGateway> {
  const gateway = await runGateway({ limits: { ...HTTP_LIMITS, ...limits } });
  onTestFinished(() => gateway.stop());
  return gateway;
}

test("G35: headers that do not arrive in time are answered with 408", async () => {
  const gateway = await gatewayWith({ headersMillis: 50, requestMillis: 600_000 });
  const answer = await exchangeRaw(gateway.http.port, `GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n`);
  expect(answer.status).toBe(408);
  expect(answer.envelope).toEqual({ code: -408, msg: expect.any(String), data: {} });
});

test("G35: a body that does not arrive in time is answered with 408", async () => {
  const gateway = await gatewayWith({ headersMillis: 50, requestMillis: 50 });
  const request = "GET /clip/v2/resource/scene HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{";
  const answer = await exchangeRaw(gateway.http.port, request);
  expect(answer.status).toBe(408);
});

test("a body in pieces that gets too large is refused, and the connection ends though the body goes on", async () => {
  const gateway = await gatewayWith({ requestMillis: 300 });
  const head = "PUT /clip/v2/resource/light/1 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
  const answer = await exchangeRaw(gateway.http.port, `${head}2000\r\n${"a".repeat(0x2000)}\r\n`);
  expect(answer.status).toBe(413);
  expect(answer.text).toMatch(/\r\nconnection: close\r\n/i);
});

test("a client that asks before it sends a body is told no at once, where its head is refused", async () => {
  const gateway = await gatewayWith({ requestMillis: 300 });
  const head = "PUT /clip/v2/resource/light/1 HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n";
  const refused = await exchangeRaw(gateway.http.port, `${head}Content-Length: 999999\r\n\r\n`);
  expect(refused.text).toMatch(/^HTTP\/1\.1 413 /);
  const socket = await openRaw(gateway.http.port);
  socket.write(`${head}Content-Length: 2\r\n\r\n`);
  expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 100 /);
  socket.destroy();
});

test("many who are too late together are refused over many turns of the event loop, between which others are served", async () => {
  const gateway = await gatewayWith({ headersMillis: 500, requestMillis: 500 });
  const sockets = await Promise.all(Array.from({ length: 200 }, () => openRaw(gateway.http.port)));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const receivedAtTurn = sockets.map(async (socket) => {
    socket.write("PUT /clip/v2/resource/light/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{");
    expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 408 /);
    return turns;
  });
  const received = await Promise.all(receivedAtTurn);
  isOver = true;
  expect(Math.max(...received) - Math.min(...received)).toBeGreaterThan(25);
});

test("a request that was answered before it was complete is not answered twice", async () => {
  const gateway = await gatewayWith({ headersMillis: 50, requestMillis: 50 });
  const request = `DELETE ${LIGHTS} HTTP/1.1\r\nHost: evil.example.com\r\nContent-Length: 10\r\n\r\n{`;
  const answer = await exchangeRaw(gateway.http.port, request);
  expect(answer.status).toBe(421);
  expect(answer.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test("requests on one connection are answered in their order, broken ones last", async () => {
  const gateway = await gatewayWith({});
  const good = `GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const socket = await openRaw(gateway.http.port);
  socket.write(`${good}${good}GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\nbroken\r\n\r\n`);
  const text = await textUntilClosed(socket);
  expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual(["200", "200", "404", "400"]);
});

test.each(["garbage\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"])(
  "a request with a body is answered before the broken one in the same packet: %j",
  async (broken) => {
    const gateway = await gatewayWith({});
    const socket = await openRaw(gateway.http.port);
    socket.write(`GET /clip/v2/resource/scene HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}${broken}`);
    const text = await textUntilClosed(socket);
    expect([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).toEqual([
      "200",
      broken.startsWith("CONNECT") ? "405" : "400",
    ]);
  },
);

test("an idle connection is closed", async () => {
  const gateway = await gatewayWith({ keepAliveMillis: 30 });
  const socket = await openRaw(gateway.http.port);
  socket.write(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  expect(parseRaw(await textUntilClosed(socket)).status).toBe(200);
});

test("a client that does not read its answer loses the connection at the deadline", async () => {
  const gateway = await gatewayWith({ sendMillis: 50, requestMillis: 60_000, keepAliveMillis: 60_000 });
  const socket = await openRaw(gateway.http.port);
  socket.pause();
  const request = `GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  socket.write(request.repeat(5_000));
  const asking = setInterval(() => socket.write(request), 10);
  onTestFinished(() => clearInterval(asking));
  const [error] = await once(socket, "error");
  expect(error.code).toMatch(/^(ECONNRESET|EPIPE)$/);
  expect((await gateway.client.send(LIGHTS)).status).toBe(200);
});

test("G77: of more connections than the limit, the one that has been idle for the longest makes room", async () => {
  const gateway = await gatewayWith({ connections: 3 });
  const held: Socket[] = [];
  for (let number = 0; number < 4; number += 1) held.push(await openRaw(gateway.http.port));
  const [first, ...others] = held;
  expect(first && (await textUntilClosed(first))).toBe("");
  for (const socket of others) {
    socket.write(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(parseRaw(await textUntilClosed(socket)).status).toBe(200);
  }
});

test("G77: while a request is in work on each of as many connections as there may be, no other is let in", async () => {
  const gateway = await gatewayWith({ connections: 3 });
  const streams = await Promise.all([1, 2, 3].map(() => openRaw(gateway.http.port)));
  for (const socket of streams) {
    socket.write("GET /eventstream/clip/v2 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(socket, "data");
  }
  expect(await textUntilClosed(await openRaw(gateway.http.port))).toBe("");
  streams[0]?.destroy();
  await expect.poll(() => gateway.http.connections.open).toBe(2);
  expect((await gateway.client.send(LIGHTS)).status).toBe(200);
});

test("a client that goes on sending after its request broke still hears the refusal", async () => {
  const gateway = await gatewayWith({});
  const socket = await openRaw(gateway.http.port);
  const received = textUntilClosed(socket);
  const header = `X-Long: ${"a".repeat(100_000)}\r\n`;
  socket.write(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n${header.repeat(20)}`);
  expect(parseRaw(await received).status).toBe(431);
});

test("a client that goes on sending a while after its request broke still hears all that it was answered", async () => {
  const gateway = await gatewayWith({});
  const socket = (await openRaw(gateway.http.port)).pause();
  const broken = "GET / HTTP/1.1\r\nbroken\r\n\r\n";
  socket.write(`GET ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\n\r\n${broken}`);
  for (let left = 5; left > 0; left -= 1) {
    await pause(100);
    socket.write(broken);
  }
  socket.end();
  socket.resume();
  expect(await textUntilClosed(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n.*HTTP\/1.1 400 Bad Request\r\n/s);
});

test("a request that does not get on is given up when the gateway stops", async () => {
  const gateway = await runGateway({ limits: { ...HTTP_LIMITS, stopMillis: 30 } });
  const socket = await openRaw(gateway.http.port);
  const received = textUntilClosed(socket);
  socket.write("GET /clip/v2/resource/scene HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{");
  await gateway.client.send(LIGHTS);
  await gateway.stop();
  expect(await received).toBe("");
});

test("G77: the limits are the ones that are promised", () => {
  expect(EVENT_LIMITS.streams).toBe(500);
  expect(MQTT_LIMITS.connections).toBe(500);
  expect(HTTP_LIMITS).toEqual({
    headersMillis: 5_000,
    requestMillis: 10_000,
    keepAliveMillis: 5_000,
    sendMillis: 30_000,
    stopMillis: 4_000,
    headerBytes: 8_192,
    targetBytes: 2_048,
    bodyBytes: 4_096,
    commandBytes: 67_108_864,
    droppedBytes: 67_108_864,
    gatheredBytes: 83_886_080,
    connections: 4_096,
    connectionsPerAddress: 64,
    unprovenConnections: 2_048,
    workMillis: 1,
    cachedBytes: 25_165_824,
    idleCachedBytes: 8_388_608,
    largestCachedBytes: 67_108_864,
    inFlightBytesPerAddress: 16_777_216,
    inFlightBytes: 33_554_432,
    queue: { sliceMillis: 1, waitMillis: 5_000, pendingPerOwner: 8, pending: 64 },
  });
});

test("a request under way is finished when the gateway stops", async () => {
  const gateway = await runGateway();
  const socket = await openRaw(gateway.http.port);
  socket.write("GET /clip/v2/resource/scene HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{");
  await gateway.client.send("/clip/v2/resource/room");
  const stopped = gateway.stop();
  socket.write("}");
  expect(parseRaw(await textUntilClosed(socket)).status).toBe(200);
  await stopped;
});

test.each([
  ["wrong links of operators", "POST /operator/session", '{"link":"none"}'],
  ["requests to pair", "POST /api", '{"device_type":"acme#phone"}'],
  ["commands without a key", `PUT ${LIGHTS}/x`, '{"on":1}'],
  ["files of the page", "GET /index.html", ""],
])("G77: %s, sent by the thousand and never read, take turns with the requests of others", async (_, line, body) => {
  const gateway = await runGateway({ limits: HTTP_LIMITS, clock: SYSTEM_CLOCK });
  onTestFinished(() => gateway.stop());
  let parsed = 0;
  const count = () => (parsed += 1);
  subscribe("http.server.request.start", count);
  onTestFinished(() => void unsubscribe("http.server.request.start", count));
  const request = `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const sockets = await Promise.all(
    Array.from({ length: 8 }, () => openRaw(gateway.http.port, "127.0.0.1", "127.0.0.9")),
  );
  for (const socket of sockets) {
    onTestFinished(() => void socket.on("error", () => undefined).destroy());
    socket.pause();
    socket.write(request.repeat(600));
  }
  const other = await openRaw(gateway.http.port);
  onTestFinished(() => void other.destroy());
  other.write(`GET ${LIGHTS}/x HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(other, "data");
  expect(parsed).toBeLessThan(600);
});
