import { Check } from "typebox/value";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DiscoveryReply, DiscoveryRequest } from "../../src/core/contract/discovery.ts";
import { idFrom } from "../../src/core/home/model/ids.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { UdpClient } from "../support/network/udp-client.ts";
import { askDiscovery, discoveryPort } from "./ask-discovery.ts";
import { type FieldRow, faultsDeclared, faultsSeen, fieldNames, rowNames, sentences } from "./field-rows.ts";

const REPLY: readonly FieldRow[] = [
  { name: "op", type: "integer", allowed: [102] },
  { name: "data", type: "object" },
];

const RECORD: readonly FieldRow[] = [
  { name: "name", type: "string" },
  { name: "model", type: "string" },
  { name: "version", type: "string" },
  { name: "mac", type: "MAC address" },
  { name: "ip", type: "IP address" },
  { name: "link_enabled", type: "boolean" },
  { name: "link_remian_ms", type: "integer", range: [0, 10_000] },
  { name: "reset_id", type: "UUID" },
];

/** Datagrams that ask for nothing. */
const IGNORED = [
  '{"op":102}',
  '{"op":100}',
  '{"op":0}',
  '{"op":-101}',
  '{"op":101.5}',
  '{"op":"101"}',
  '{"op":true}',
  '{"op":null}',
  '{"op":[101]}',
  '{"OP":101}',
  "{}",
  "[]",
  "101",
  "null",
  '{"op":101',
  "op=101",
  "",
  "\u0000\u0001",
];

let running: TestGateway;
let asker: UdpClient;
let replies: Wire[];

/** The window is shut in the first reply, open in the second. */
beforeAll(async () => {
  running = await runGateway();
  asker = await UdpClient.open();
  const shut = await askDiscovery(asker, running);
  running.gateway.pressButton();
  replies = [shut, await askDiscovery(asker, running)];
});

afterAll(async () => {
  await asker.close();
  await running.stop();
});

beforeEach(() => running.clock.advance(10_000));

test.each(sentences("reply", REPLY))("spec §4.9: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: replies, row })).toEqual([]);
  expect(faultsDeclared({ schema: DiscoveryReply, row, objects: replies })).toEqual([]);
});

test.each(sentences("data", RECORD))("spec §4.9: %s", (_sentence, row) => {
  const objects = replies.map(({ data }) => data);
  expect(faultsSeen({ objects, row })).toEqual([]);
  expect(faultsDeclared({ schema: DiscoveryReply.properties.data, row, objects })).toEqual([]);
});

test("spec §4.9: a reply carries the fields of the table and no other", () => {
  expect(fieldNames(replies)).toEqual(rowNames(REPLY));
  expect(fieldNames(replies.map(({ data }) => data))).toEqual(rowNames(RECORD));
});

test("spec §4.9: op is a required integer of the request, and 101 means discover", () => {
  expect(Check(DiscoveryRequest, { op: 101 })).toBe(true);
  for (const request of [{}, { op: 100 }, { op: 102 }, { op: "101" }, { op: null }]) {
    expect(Check(DiscoveryRequest, request)).toBe(false);
  }
});

test("spec §4.9: model and version are those of the gateway device, and none is empty", async () => {
  const [{ product }] = await running.client.list("device?cat1_id=1");
  const { name, model, version } = replies[0].data;
  expect([model, version]).toEqual([product.model, product.software_version]);
  expect([name, model, version]).not.toContain("");
});

test("spec §4.9: name is the product's name: a rename goes to the device and to bridge, not there", async () => {
  const [{ id }] = await running.client.list("device?cat1_id=1");
  const rename = (name: string) => running.gateway.ask({ kind: "deviceRenamed", deviceId: idFrom(id), name });
  expect(await rename("Attic")).toBe("done");
  expect((await running.client.one(`device/${id}`)).name).toBe("Attic");
  expect((await running.client.list("bridge"))[0].name).toBe("Attic");
  expect((await askDiscovery(asker, running)).data.name).toBe("Luxgate");
  expect(await rename("Luxgate")).toBe("done");
});

test("spec §4.9: reset_id is a device id: the gateway is found under it", async () => {
  const { reset_id } = replies[0].data;
  const [gateway] = await running.client.list("device?cat1_id=1");
  expect(await running.client.one(`device/${reset_id}`)).toEqual(gateway);
  expect(gateway.id).toBe(reset_id);
});

test("spec §4.9: mac and reset_id are those of the gateway, the same in every reply", () => {
  for (const { data } of replies) {
    expect(data).toMatchObject({ mac: "02:00:00:12:34:56", reset_id: "0D6E7A1B-3C58-4F0E-9B7A-5D1C2E3F4A5B" });
  }
});

test("spec §4.9: ip is the host part of later HTTP calls", async () => {
  const answer = await fetch(`http://${replies[0].data.ip}:${running.http.port}/clip/v2/resource/light`);
  expect([answer.status, await answer.json()]).toMatchObject([200, { code: 0, msg: "success" }]);
});

test("spec §4.9: by rule 1 link_enabled is false and link_remian_ms is 0 by default", () => {
  expect(replies[0].data).toMatchObject({ link_enabled: false, link_remian_ms: 0 });
});

test("spec §4.9: by rule 2 link_enabled is true after a press, and link_remian_ms at most 10000 and decreasing", async () => {
  running.gateway.pressButton();
  let last = 10_001;
  while (last > 400) {
    const { link_enabled, link_remian_ms } = (await askDiscovery(asker, running)).data;
    expect([link_enabled, link_remian_ms < last, link_remian_ms > 0]).toEqual([true, true, true]);
    last = link_remian_ms;
    running.clock.advance(300);
  }
  running.clock.advance(300);
  expect((await askDiscovery(asker, running)).data).toMatchObject({ link_enabled: false, link_remian_ms: 0 });
});

test.each(IGNORED)("spec §4.9: the datagram %j is not answered", async (datagram) => {
  running.gateway.pressButton();
  const other = await UdpClient.open();
  await other.send(datagram, discoveryPort(running));
  // The gateway takes datagrams in their order: once this one is answered, the one before has been dealt with.
  await askDiscovery(asker, running);
  running.clock.advance(1);
  expect((await askDiscovery(other, running)).data.link_remian_ms).toBe(9_999);
  await other.close();
});

test("spec §4.9: a request may carry further fields", async () => {
  await asker.send('{"op":101,"client":"an app","data":{}}', discoveryPort(running));
  expect(JSON.parse(await asker.next()).op).toBe(102);
});

test("spec §4.9: a request to the broadcast address is answered to the asker", async () => {
  await asker.send('{"op":101}', discoveryPort(running), "127.255.255.255");
  expect(JSON.parse(await asker.next())).toEqual(replies[0]);
});

test("spec §4.9: each request gets one reply, which fits a client's buffer of 1024 bytes", async () => {
  for (let request = 0; request < 3; request += 1) {
    running.gateway.pressButton();
    running.clock.advance(request);
    await asker.send('{"op":101}', discoveryPort(running));
    const reply = await asker.next();
    expect(Buffer.byteLength(reply)).toBeLessThanOrEqual(1024);
    expect(JSON.parse(reply).data.link_remian_ms).toBe(10_000 - request);
  }
});
