import { once } from "node:events";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { HTTP_LIMITS } from "../src/edges/http/limits.ts";
import { times } from "./support/depth.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { openRaw } from "./support/http/raw-connection.ts";

// An `error` event that nobody listens for ends the process. Here it would end the test run, which vitest reports.

const LIGHTS = "/clip/v2/resource/light";
const HOST = "Host: a\r\n";
const GET = `GET ${LIGHTS} HTTP/1.1\r\n${HOST}\r\n`;
const STREAM = `GET /eventstream/clip/v2 HTTP/1.1\r\n${HOST}\r\n`;
const CONNECT = `CONNECT x:1 HTTP/1.1\r\n${HOST}\r\n`;
const PUT = `PUT ${LIGHTS}/x HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`;

/** What is sent on a connection, in pieces, so that the connection is at another point of its life when it breaks. */
const LIVES: Readonly<Record<string, readonly string[]>> = {
  "silent since it was accepted": [],
  "in the fast lane": [GET],
  "in the fast lane, a second request begun": [GET, "GET /clip"],
  "handed over with a request of more than one piece": ["GET /clip", `/v2/resource/light HTTP/1.1\r\n${HOST}\r\n`],
  "with a body that does not come": [`PUT ${LIGHTS}/x HTTP/1.1\r\n${HOST}Content-Length: 9\r\n\r\n{`],
  "waiting for 100 Continue": [`PUT ${LIGHTS}/x HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 9\r\n\r\n`],
  "with an expectation that nobody meets": [`GET ${LIGHTS} HTTP/1.1\r\n${HOST}Expect: tea\r\n\r\n`],
  "with writes under way": [PUT.repeat(20)],
  "with reads in a row": [GET.repeat(50)],
  "refused for its host": [`GET ${LIGHTS} HTTP/1.1\r\nHost: evil.example.com\r\n\r\n`],
  "broken off by what is no HTTP": ["garbage\r\n\r\n"],
  "broken off behind a good request": [`${GET}garbage\r\n\r\n`],
  "with headers without end": [`GET ${LIGHTS} HTTP/1.1\r\nX: ${"a".repeat(9_000)}`],
  "asked to be a tunnel": [CONNECT],
  "asked to be a tunnel behind a read": [GET + CONNECT],
  "asked to be a tunnel behind a write": [PUT + CONNECT],
  "asked to be a tunnel while it is a stream of events": [STREAM + CONNECT],
  "asked to be a tunnel once the stream has begun": [STREAM, CONNECT],
  "asked to be another protocol": [
    `GET ${LIGHTS} HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  ],
  "asked to be another protocol while it is a stream": [
    `${STREAM}GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
  ],
  "a stream of events": [STREAM],
  "a stream with more behind it": [STREAM + GET.repeat(20)],
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await runGateway();
  return () => gateway.stop();
});

/** Sends each piece, waits as many turns of the event loop as are left before the reset, and resets. */
async function liveAndReset(socket: Socket, pieces: readonly (string | Uint8Array)[], turns: number): Promise<void> {
  socket.on("error", () => undefined);
  socket.setNoDelay().resume();
  for (const piece of pieces) {
    socket.write(piece);
    await nextTurn();
  }
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  socket.resetAndDestroy();
}

async function expectStillServing(): Promise<void> {
  expect((await gateway.client.send(LIGHTS)).status).toBe(200);
}

test("A1: a stream of events with a CONNECT behind it, reset, ends nothing but itself", async () => {
  const socket = await openRaw(gateway.http.port);
  socket.on("error", () => undefined);
  socket.write(STREAM + CONNECT);
  await once(socket, "data");
  socket.resetAndDestroy();
  await once(socket, "close");
  await expectStillServing();
});

test.each(Object.entries(LIVES))("a connection that is reset %s ends alone", async (_, pieces) => {
  for (const turns of [0, 1, 2, 5, 20]) await liveAndReset(await openRaw(gateway.http.port), pieces, turns);
  await expectStillServing();
});

test("connections that are reset at any moment of any life end alone", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.values(LIVES).flat()), { maxLength: 4 }),
      fc.nat(30),
      async (pieces, turns) => liveAndReset(await openRaw(gateway.http.port), pieces, turns),
    ),
    { numRuns: times(300) },
  );
  await expectStillServing();
});

test("connections that are reset while their time is running out end alone", async () => {
  const limits = { ...HTTP_LIMITS, headersMillis: 20, requestMillis: 20, keepAliveMillis: 20, checkIntervalMillis: 5 };
  const hurried = await runGateway({ limits });
  onTestFinished(() => hurried.stop());
  for (const pieces of Object.values(LIVES)) {
    const socket = await openRaw(hurried.http.port);
    socket.on("error", () => undefined);
    for (const piece of pieces) socket.write(piece);
    setTimeout(() => socket.resetAndDestroy(), 15 + Math.random() * 20);
    await once(socket, "close");
  }
  expect((await hurried.client.send(LIGHTS)).status).toBe(200);
});

test("connections that are reset while the gateway stops do not keep it from that", async () => {
  const stopping = await runGateway();
  const sockets = await Promise.all(Object.values(LIVES).map(() => openRaw(stopping.http.port)));
  const lives = Object.values(LIVES).map((pieces, at) => liveAndReset(sockets[at] as Socket, pieces, at % 7));
  await Promise.all([stopping.stop(), ...lives]);
  await expect(openRaw(stopping.http.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

const MQTT_CONNECT = Buffer.from("100c00044d5154540402003c0000", "hex");
const MQTT_SUBSCRIBE = Buffer.from("820a00010005".concat(Buffer.from("res/#").toString("hex"), "01"), "hex");

test.each([
  ["silent", []],
  ["with half a packet", [MQTT_CONNECT.subarray(0, 5)]],
  ["connected", [MQTT_CONNECT]],
  ["subscribed", [MQTT_CONNECT, MQTT_SUBSCRIBE]],
  ["with packets that are refused", [MQTT_CONNECT, Buffer.from("3003000141", "hex")]],
  ["with garbage", [Buffer.from("garbage")]],
])("an MQTT connection that is reset %s ends alone", async (_, pieces) => {
  const port = gateway.events.mqtt?.port ?? 0;
  for (const turns of [0, 1, 3, 10]) await liveAndReset(await openRaw(port), pieces, turns);
  await expectStillServing();
});
