import { expect, onTestFinished, test } from "vitest";
import { type DiscoveredGateway, discover } from "../src/libraries/client/index.ts";
import { whileTimePasses } from "./support/client/passing-time.ts";
import { ManualClock } from "./support/gateway/manual-clock.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";
import { IDENTITY } from "./support/home/empty-gateway.ts";
import { UdpClient } from "./support/network/udp-client.ts";

const RECORD: DiscoveredGateway = {
  ...{ name: "Gate", model: "G", version: "1", mac: "02:00:5E:10:00:AB", ip: "10.0.0.7" },
  ...{ link_enabled: false, link_remian_ms: 0, reset_id: "A" },
};

/** What is found where somebody answers each question with some datagrams. */
async function foundBy(...answers: readonly (string | object)[]) {
  const socket = await UdpClient.open();
  onTestFinished(() => socket.close());
  socket.answer(...answers.map((answer) => (typeof answer === "string" ? answer : JSON.stringify(answer))));
  const clock = new ManualClock();
  const reported: DiscoveredGateway[] = [];
  const onFound = (gateway: DiscoveredGateway) => reported.push(gateway);
  const found = await whileTimePasses(clock, discover({ port: socket.port, clock, onFound }), 5);
  return { found, reported, socket };
}

const reply = (data: object) => ({ op: 102, data: { ...RECORD, ...data } });

test("a gateway on the same machine is found, and whether it can be paired with", async () => {
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  gateway.gateway.pressButton();
  const found = await discover({ port: gateway.discovery.port ?? 0, timeoutMillis: 200 });
  expect(found).toMatchObject([{ ip: "127.0.0.1", reset_id: IDENTITY.resetId, link_enabled: true }]);
});

test("each gateway is told of as soon as it answers, and listed once however often it does", async () => {
  const { found, reported, socket } = await foundBy(reply({}), reply({ reset_id: "B", ip: "10.0.0.8" }));
  expect(found).toEqual([RECORD, { ...RECORD, reset_id: "B", ip: "10.0.0.8" }]);
  expect(reported).toEqual(found);
  expect(socket.waiting.length).toBeGreaterThan(1);
  expect(new Set(socket.waiting)).toEqual(new Set(['{"op":101}']));
});

test("an address that only this machine can reach gives way to one that everybody can, and to no other", async () => {
  const { found, reported } = await foundBy(
    reply({ ip: "127.0.0.1" }),
    reply({}),
    reply({ ip: "10.0.0.9" }),
    reply({ ip: "127.0.0.1" }),
  );
  expect(found).toEqual([RECORD]);
  expect(reported.map(({ ip }) => ip)).toEqual(["127.0.0.1", "10.0.0.7"]);
});

test("fields that nobody knows do no harm; what is no answer is none", async () => {
  const { found } = await foundBy(
    ...["", "null", "[]", '{"op":101}', { op: 102 }, { op: 103, data: RECORD }],
    ...[reply({ ip: "localhost" }), reply({ ip: "1.2.3.4:80" }), reply({ ip: "999.1.1.1" }), reply({ mac: 7 })],
    reply({ link_remian_ms: 12_000, colour: "red" }),
  );
  expect(found).toEqual([{ ...RECORD, link_remian_ms: 12_000, colour: "red" }]);
});

test("a flood of gateways that nobody can have is cut off", async () => {
  const { found } = await foundBy(...Array.from({ length: 1_100 }, (_, number) => reply({ reset_id: `${number}` })));
  expect(found.length).toBeLessThanOrEqual(1_000);
});

test("an abort ends it with its reason", async () => {
  const end = new AbortController();
  const looking = discover({ port: 9, timeoutMillis: 600_000, signal: end.signal });
  end.abort(new Error("never mind"));
  await expect(looking).rejects.toThrow("never mind");
  await expect(discover({ signal: end.signal })).rejects.toThrow("never mind");
});
