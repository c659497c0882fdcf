import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Source } from "../src/edges/backends/condition.ts";
import type { StartOptions } from "../src/runtime/start-gateway.ts";
import { runGatewayOn } from "./support/gateway/running-gateway.ts";
import { SilentBackend } from "./support/gateway/silent-backend.ts";

const DONE = { code: 0, msg: "success", data: { arr: [], obj: {} } };
const REACHED: Source = { name: "mqtt://broker.lan/zigbee2mqtt", description: "Zigbee2MQTT", problem: undefined };
const AWAY: Source = { ...REACHED, problem: "ECONNREFUSED" };

async function started(sources: readonly Source[], overrides: Partial<StartOptions> = {}) {
  const backend = new SilentBackend({ sources });
  const gateway = await runGatewayOn(() => backend, overrides);
  onTestFinished(() => gateway.stop());
  return gateway;
}

/** UDP and TCP ports that somebody else holds. */
async function takenPorts(): Promise<{ readonly discoveryPort: number; readonly mqttPort: number }> {
  const udp = createSocket("udp4").bind(0);
  await once(udp, "listening");
  const tcp = createServer().listen(0, "127.0.0.1");
  await once(tcp, "listening");
  onTestFinished(() => {
    udp.close();
    tcp.close();
  });
  const address = tcp.address();
  return { discoveryPort: udp.address().port, mqttPort: typeof address === "object" ? (address?.port ?? 0) : 0 };
}

test.each(["/healthz", "/readyz"])(
  "G83: %s is a success of a gateway that is well, whoever asks, key or no key",
  async (path) => {
    const { client } = await started([REACHED], { profile: "shared" });
    expect((await client.send("/clip/v2/resource/light")).json.code).toBe(-401);
    expect(await client.send(path)).toMatchObject({ status: 200, json: DONE });
    expect(await client.send(path, { headers: { "application-key": "wrong" } })).toMatchObject({
      status: 200,
      json: DONE,
    });
    expect(await client.send(`${path}?verbose`, { method: "HEAD" })).toMatchObject({ status: 200 });
    expect(await client.send(path, { method: "PUT" })).toMatchObject({ status: 405 });
  },
);

test("G83: what keeps a gateway from its work is told in the envelope of a 503, without names or addresses", async () => {
  const { client, readiness } = await started([REACHED, AWAY], {
    storeProblem: "no space is left on /var/lib/luxgate",
    ...(await takenPorts()),
  });
  const { status, json, headers } = await client.send("/readyz");
  expect([status, headers["retry-after"]]).toEqual([503, "2"]);
  expect(json).toEqual({
    code: -503,
    msg: expect.stringMatching(/not ready: .*stored; .*source of devices.*; .*discovery port.*; .*MQTT port/),
    data: {},
  });
  expect(json.msg).not.toMatch(/luxgate|broker\.lan/);
  expect(readiness.problems().map(({ detail }) => detail)).toEqual([
    "no space is left on /var/lib/luxgate",
    "mqtt://broker.lan/zigbee2mqtt",
    "",
    "",
  ]);
  expect(await client.send("/healthz")).toMatchObject({ status: 200, json: DONE });
});

test("G83: ports that are not wanted need not be open", async () => {
  const { client } = await started([], { mqttPort: undefined });
  expect(await client.send("/readyz")).toMatchObject({ status: 200, json: DONE });
});
