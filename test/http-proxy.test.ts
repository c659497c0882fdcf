import { expect, onTestFinished, test } from "vitest";
import { HTTP_LIMITS } from "../src/edges/http/limits.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";

const LIGHTS = "/clip/v2/resource/light";
const WRONG = "wrong".repeat(9);

async function gatewayBehind(trustProxy: readonly string[]): Promise<TestGateway> {
  const gateway = await runGateway({ trustProxy, limits: HTTP_LIMITS });
  onTestFinished(() => gateway.stop());
  return gateway;
}

/** Gives wrong keys, as forwarded for a client, until they are too many; gives the last code. */
async function guess({ client, gateway }: TestGateway, forwardedFor: string, times: number): Promise<number> {
  const light = gateway.home.lights.all()[0]?.id;
  let code = 0;
  for (let at = 0; at < times; at += 1) {
    const headers = { "application-key": `${WRONG}${at}`, "X-Forwarded-For": forwardedFor };
    ({ code } = (await client.send(`${LIGHTS}/${light}`, { method: "PUT", headers, body: '{"on":1}' })).json);
  }
  return code;
}

test("G85: behind a proxy that is trusted, wrong keys count against whom it names", async () => {
  const gateway = await gatewayBehind(["127.0.0.1"]);
  expect(await guess(gateway, "203.0.113.7", 50)).toBe(-429);
  expect(await guess(gateway, "203.0.113.8", 1)).toBe(-401);
  expect(await guess(gateway, "203.0.113.8, 203.0.113.7", 1)).toBe(-429);
});

test("G85: of others the header is not looked at: nobody escapes a limit by it", async () => {
  const gateway = await gatewayBehind(["10.9.8.7"]);
  expect(await guess(gateway, "203.0.113.7", 50)).toBe(-429);
  expect(await guess(gateway, "203.0.113.8", 1)).toBe(-429);
});

test("G85: plain reads through a proxy are answered as all others are, over and over on one connection", async () => {
  const gateway = await gatewayBehind(["127.0.0.0/8"]);
  const expected = (await gateway.client.send(LIGHTS)).bytes.toString();
  for (const client of ["203.0.113.7", "203.0.113.8", "203.0.113.7"]) {
    const answer = await fetch(`http://127.0.0.1:${gateway.http.port}${LIGHTS}`, {
      headers: { "X-Forwarded-For": client },
    });
    expect(await answer.text()).toBe(expected);
  }
});

test("G85: where the proxy was asked over HTTPS, addresses are those of HTTPS and our own pages may change things", async () => {
  const gateway = await gatewayBehind(["127.0.0.1"]);
  const { key } = await PairedClient.of(gateway);
  const headers = { Host: "lights.lan", "X-Forwarded-Proto": "https" };
  const scenes = (await gateway.client.send("/clip/v2/resource/scene", { headers })).bytes.toString();
  expect(scenes).toContain("https://lights.lan/pictures/");
  const light = gateway.gateway.home.lights.all()[0]?.id;
  const put = (more: Record<string, string>) =>
    gateway.client.send(`${LIGHTS}/${light}`, {
      method: "PUT",
      headers: { "application-key": key, Origin: "https://lights.lan", ...headers, ...more },
      body: '{"on":1}',
    });
  expect((await put({})).json.code).toBe(0);
  expect((await put({ "X-Forwarded-Proto": "http" })).status).toBe(403);
  const stream = await EventStreamClient.open({ port: gateway.http.port, headers });
  await stream.until(() => stream.messages.some(({ data }) => data.includes("https://lights.lan/pictures/")));
});

test("G77: behind a proxy that is trusted, no client can take all event streams", async () => {
  const gateway = await gatewayBehind(["127.0.0.1"]);
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  // Each is kept: a response that is garbage ends its stream.
  const streams: Response[] = [];
  const open = async (clientAddress: string) => {
    const stream = await fetch(`http://127.0.0.1:${gateway.http.port}/eventstream/clip/v2`, {
      headers: { "X-Forwarded-For": clientAddress },
      signal: ending.signal,
    });
    streams.push(stream);
    return stream.status;
  };
  const statuses: number[] = [];
  for (let number = 0; number < 70; number += 1) statuses.push(await open("203.0.113.7"));
  expect(statuses).toEqual([...Array(64).fill(200), ...Array(6).fill(503)]);
  expect(await open("203.0.113.8")).toBe(200);
  expect(streams).toHaveLength(71);
});
