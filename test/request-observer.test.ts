import { once } from "node:events";
import { Agent, request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { HTTP_LIMITS } from "../src/edges/http/limits.ts";
import type { RefusedRequest } from "../src/edges/http/refused-request.ts";
import type { AnsweredRequest } from "../src/edges/http/request-observer.ts";
import type { StartOptions } from "../src/runtime/start-gateway.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { exchangeRaw, openRaw, textUntilClosed } from "./support/http/raw-connection.ts";

const LIGHTS = "/clip/v2/resource/light";

async function logged(overrides: Partial<StartOptions> = {}) {
  const answered: AnsweredRequest[] = [];
  const refused: RefusedRequest[] = [];
  const gateway = await runGateway({
    onAnswered: (one) => void answered.push(one),
    onRefused: (one) => void refused.push(one),
    ...overrides,
  });
  onTestFinished(() => gateway.stop());
  return { gateway, answered, refused };
}

/** Reads one path on a connection that stays open. */
async function readAgain(gateway: TestGateway, agent: Agent): Promise<void> {
  const target = { host: "127.0.0.1", port: gateway.http.port, path: LIGHTS, agent };
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(target, (incoming) => incoming.resume().once("end", resolve));
    outgoing.once("error", reject).end();
  });
}

test("each request is noted once, in whichever lane it came, with its status, its code and why it was refused", async () => {
  const { gateway, answered } = await logged();
  const client = await PairedClient.of(gateway);
  answered.length = 0;
  const [light] = await gateway.client.list("light");
  await gateway.client.send(LIGHTS, { method: "HEAD" });
  await gateway.client.send(`${LIGHTS}/${light.id}`, {
    method: "PUT",
    headers: { "application-key": client.key },
    body: '{"on":0}',
  });
  await gateway.client.send(`${LIGHTS}/${light.id}`, { method: "PUT", body: '{"on":0}' });
  await gateway.client.send("/nowhere");
  await exchangeRaw(gateway.http.port, `BREW ${LIGHTS} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(answered.map(({ method, target, status, code }) => [method, target, status, code])).toEqual([
    ["GET", LIGHTS, 200, 0],
    ["HEAD", LIGHTS, 200, 0],
    ["PUT", `${LIGHTS}/${light.id}`, 200, 0],
    ["PUT", `${LIGHTS}/${light.id}`, 200, -401],
    ["GET", "/nowhere", 404, -1],
    ["-", "-", 405, -405],
  ]);
  expect(answered.map(({ clientAddress }) => clientAddress)).toEqual(Array(6).fill("127.0.0.1"));
  expect(answered[3]?.reason).toBe("a valid key is required in the header application-key");
});

test("the log of requests is switched on and off while connections are open", async () => {
  const { gateway, answered } = await logged({ onAnswered: undefined });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  await readAgain(gateway, agent);
  await readAgain(gateway, agent);
  gateway.http.requestObserver.switchTo((one) => void answered.push(one));
  await readAgain(gateway, agent);
  await readAgain(gateway, agent);
  expect(answered).toHaveLength(2);
  gateway.http.requestObserver.switchTo(undefined);
  await readAgain(gateway, agent);
  expect(answered).toHaveLength(2);
});

test("refusals that may puzzle people are told: host, origin, keys and too many connections", async () => {
  const limits = { ...HTTP_LIMITS, connections: 1 };
  const { gateway, refused } = await logged({ profile: "shared", limits });
  const { client, http } = gateway;
  await client.send(LIGHTS, { headers: { Host: "lights.example.com" } });
  await client.send(LIGHTS, { headers: { Origin: "https://evil.example" } });
  await client.send(LIGHTS);
  await client.send(LIGHTS, { headers: { "application-key": "wrong" } });
  expect(refused).toEqual([
    { why: "foreign-host", host: "lights.example.com" },
    { why: "foreign-origin", origin: "https://evil.example" },
    { why: "no-key", clientAddress: "127.0.0.1" },
    { why: "wrong-key", clientAddress: "127.0.0.1" },
  ]);
  const { key } = await PairedClient.of(gateway);
  const held = await openRaw(http.port);
  held.write(`GET /eventstream/clip/v2 HTTP/1.1\r\nHost: localhost\r\napplication-key: ${key}\r\n\r\n`);
  await once(held, "data");
  await textUntilClosed(await openRaw(http.port));
  held.destroy();
  expect(refused.at(-1)).toEqual({ why: "connections" });
});
