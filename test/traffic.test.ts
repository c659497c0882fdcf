import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { TrafficLog } from "../src/shared/traffic-log.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { times } from "./support/depth.ts";
import { MqttSubscriber } from "./support/events/mqtt-subscriber.ts";
import { type PagedGateway, runPagedGateway } from "./support/gateway/paged-gateway.ts";
import type { Wire } from "./support/http/http-client.ts";
import { type FollowedCommand, OperatorBrowser } from "./support/http/operator-browser.ts";
import { UdpClient } from "./support/network/udp-client.ts";

const LAMP = "/clip/v2/resource/light/888D095C-ACD9-5D50-9709-089657890EDC";

/** Somebody looks; gives what was seen so far whenever it is asked. */
async function looking(gateway: PagedGateway): Promise<{ seen: () => Wire[]; command: FollowedCommand }> {
  const browser = await OperatorBrowser.open(gateway);
  const command = browser.follow("traffic");
  await expect.poll(() => gateway.traffic.isOn).toBe(true);
  const seen = () => {
    gateway.clock.advance(250);
    return command.lines.flatMap(({ news = [] }) => news);
  };
  return { seen, command };
}

test("G93: whoever looks sees each request with its answer, in whichever lane it came", async () => {
  const gateway = await runPagedGateway();
  const paired = await PairedClient.of(gateway);
  const { seen } = await looking(gateway);
  await gateway.client.send(LAMP);
  await paired.put(LAMP.replace("/clip/v2/resource/", ""), { on: 0, brightness: 500 });
  await gateway.client.send("/nowhere");
  await expect.poll(() => seen().filter(({ what }) => !what.includes("/operator/")).length).toBe(3);
  const [read, put, missing] = seen().filter(({ what }) => !what.includes("/operator/"));
  expect(read).toMatchObject({ kind: "request", from: "127.0.0.1", what: `GET ${LAMP}`, status: 200, millis: 0 });
  expect(JSON.parse(read.answer).data.obj.name).toBe("Reading lamp");
  expect(read.bytes).toBe(Buffer.byteLength(read.answer));
  expect(put).toMatchObject({ what: `PUT ${LAMP}`, body: '{"on":0,"brightness":500}', status: 200 });
  expect(put).toMatchObject({ code: -422, refusal: "brightness: expected a whole number from 0 to 100" });
  expect(put.by).toEqual({ kind: "key", name: "acme#panel" });
  expect(missing).toMatchObject({ what: "GET /nowhere", status: 404, code: -1, refusal: "not found" });
  expect(Date.parse(read.at)).toBeGreaterThan(Date.parse("2024-01-01"));
});

test("G93: an empty first line says that nothing is missed from then on", async () => {
  const gateway = await runPagedGateway();
  const command = (await OperatorBrowser.open(gateway)).follow("traffic");
  await expect.poll(() => command.lines).toEqual([{ news: [] }]);
  expect(gateway.traffic.isOn).toBe(true);
});

test("G93: a request without a key, with a wrong one, under a foreign name and one that cannot be read are told apart", async () => {
  const gateway = await runPagedGateway();
  const { seen } = await looking(gateway);
  const put = { method: "PUT", body: "{}" };
  await gateway.client.send(LAMP, put);
  await gateway.client.send(LAMP, { ...put, headers: { "application-key": "a-wrong-key" } });
  await gateway.client.send(LAMP, { headers: { host: "lamps.example" } });
  await gateway.client.send(LAMP, { headers: { origin: "http://lamps.example" } });
  await gateway.client.send("/", { method: "BREW" }).catch(() => undefined);
  const refused = () => seen().filter(({ refusal }) => refusal !== undefined);
  await expect.poll(() => refused().length).toBe(5);
  const [none, wrong, host, origin, broken] = refused();
  expect(none).toMatchObject({ status: 200, code: -401, by: { kind: "no-key" } });
  expect(wrong).toMatchObject({ status: 200, code: -401, by: { kind: "wrong-key" } });
  expect(host).toMatchObject({ code: -421, refusal: expect.stringMatching(/^Host lamps\.example: /) });
  expect(origin).toMatchObject({ code: -403, refusal: expect.stringMatching(/^Origin http:\/\/lamps\.example: /) });
  expect(broken.status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(seen())).not.toContain("a-wrong-key");
});

test("G93: a request comes before the event that it leads to, though it is answered after it", async () => {
  const gateway = await runPagedGateway();
  const paired = await PairedClient.of(gateway);
  const { seen } = await looking(gateway);
  await paired.put(LAMP.replace("/clip/v2/resource/", ""), { on: 0 });
  await expect.poll(() => seen().filter(({ what }) => /^(PUT|update light)/.test(what)).length).toBeGreaterThan(1);
  const inOrder = seen().sort((one, other) => one.sequence - other.sequence);
  const put = inOrder.findIndex(({ what }) => what.startsWith("PUT"));
  expect(put).toBeGreaterThanOrEqual(0);
  expect(put).toBeLessThan(inOrder.findIndex(({ kind }) => kind === "event"));
});

test("G93: an MQTT client that is refused is told apart by its key, with the return code", async () => {
  const gateway = await runPagedGateway({ profile: "shared" });
  const { seen } = await looking(gateway);
  const port = gateway.events.mqtt?.port ?? 0;
  await MqttSubscriber.connect(port, { clientId: "panel" }).catch(() => undefined);
  await MqttSubscriber.connect(port, { clientId: "panel", username: "a-wrong-key" }).catch(() => undefined);
  const refused = () => seen().filter(({ refusal }) => refusal !== undefined);
  await expect.poll(() => refused().length).toBe(2);
  expect(refused().map(({ code, by }) => [code, by.kind])).toEqual([
    [5, "no-key"],
    [5, "wrong-key"],
  ]);
});

test("G93: datagrams, MQTT packets and events are seen as well", async () => {
  const gateway = await runPagedGateway();
  const { seen } = await looking(gateway);
  const udp = await UdpClient.open();
  onTestFinished(() => udp.close());
  await udp.send('{"nonsense":1}', gateway.discovery.port ?? 0);
  const subscriber = await MqttSubscriber.listening(gateway.events.mqtt?.port ?? 0, "res/light/update", {
    username: "a-key-perhaps",
  });
  await expect.poll(() => seen().length > 0 && subscriber.received.length).toBeGreaterThan(0);
  const paired = await PairedClient.of(gateway);
  await paired.put(LAMP.replace("/clip/v2/resource/", ""), { on: 0 });
  await expect.poll(() => seen().some(({ kind }) => kind === "event")).toBe(true);
  const entries = seen();
  expect(entries.find(({ kind }) => kind === "datagram")).toMatchObject({
    from: `127.0.0.1:${udp.port}`,
    what: "a datagram without an answer",
    body: '{"nonsense":1}',
  });
  const packets = entries.filter(({ kind }) => kind === "mqtt").map(({ what }) => what);
  expect(packets.slice(0, 4)).toEqual(["CONNECT ", "CONNACK", "SUBSCRIBE res/light/update", "SUBACK"]);
  expect(packets).toContain("PUBLISH res/light/update");
  expect(entries.find(({ kind }) => kind === "event")).toMatchObject({ from: "gateway", what: "update light" });
  expect(JSON.stringify(entries)).not.toContain("a-key-perhaps");
});

test("G93: nothing is shown that could be used as a key", async () => {
  const gateway = await runPagedGateway();
  const { seen } = await looking(gateway);
  const { key } = await PairedClient.of(gateway);
  const link = gateway.door.makeLink();
  const other = await OperatorBrowser.open(gateway);
  await other.command("home.check", { text: "a secret home" });
  await gateway.client.send(`/api/${key}/lights?key=${key}`);
  await expect.poll(() => seen().length).toBe(4);
  const text = JSON.stringify(seen());
  expect(text).toContain("POST /api");
  for (const secret of [key, link, other.cookie.split("=")[1] ?? "", other.key, "a secret home"])
    expect(text).not.toContain(secret);
});

/** All ways to write `/api` as a target that is routed to pairing. */
const anyPairingTarget = fc
  .record({
    letters: fc.tuple(
      ...[..."api"].map((letter) => fc.constantFrom(letter, escaped(letter), escaped(letter, "upper"))),
    ),
    query: fc.constantFrom("", "?", "?x=1", "?/operator/", "?%61pi=1"),
    host: fc.constantFrom("", "http://localhost", "HTTP://127.0.0.1:8080"),
  })
  .map(({ letters, query, host }) => `${host}/${letters.join("")}${query}`);

function escaped(letter: string, spelling: "lower" | "upper" = "lower"): string {
  const hex = letter.charCodeAt(0).toString(16);
  return `%${spelling === "upper" ? hex.toUpperCase() : hex}`;
}

test("G93: nor the key of a client that pairs, however it writes the path", async () => {
  const gateway = await runPagedGateway();
  const { seen } = await looking(gateway);
  await fc.assert(
    fc.asyncProperty(anyPairingTarget, async (target) => {
      gateway.gateway.pressButton();
      const { json } = await gateway.client.send(target, { method: "POST", body: '{"device_type":"acme#panel"}' });
      const key: string = json.data.obj.username;
      const isPaired = ({ what, status }: Wire) =>
        what.startsWith("POST") && status === 200 && !what.includes("/operator/c");
      await expect.poll(() => seen().filter(isPaired).length).toBeGreaterThan(0);
      expect(key).toHaveLength(43);
      expect(JSON.stringify(seen())).not.toContain(key);
    }),
    { numRuns: times(100), examples: [["/%61pi"], ["/ap%69?x=1"], ["http://localhost/api"]] },
  );
  expect(seen().filter(({ answer = "" }) => answer.includes("username"))).toEqual([]);
});

test("G93: nor a link that is sent to a path that only looks like the operator's", async () => {
  const gateway = await runPagedGateway();
  const { seen } = await looking(gateway);
  const link = gateway.door.makeLink();
  const paths = ["/%6fperator/session", "//operator/session", "/Operator/session", "/operator", "/oper%", "/session"];
  for (const path of paths)
    await gateway.client.send(path, { method: "POST", body: JSON.stringify({ link: `${link}` }) });
  await expect
    .poll(() => seen().filter(({ kind, what }) => kind === "request" && what.startsWith("POST")).length)
    .toBe(paths.length);
  expect(JSON.stringify(seen())).not.toContain(link);
});

test("G93: nor a key that a client sends where nobody expects one", async () => {
  const gateway = await runPagedGateway();
  const { key } = await PairedClient.of(gateway);
  const { seen } = await looking(gateway);
  const filler = "x ".repeat(2_035);
  for (const body of [`{"on":1,"key":"${key}"}`, `key=${key}`, `{"pad":"${filler}${key}"}`]) {
    await gateway.client.send(LAMP, { method: "PUT", body });
    await gateway.client.send(`/clip/v2/resource/light?application-key=${key}`, { headers: { "X-Key": key } });
  }
  const udp = await UdpClient.open();
  onTestFinished(() => udp.close());
  await udp.send(`{"op":100,"key":"${key}"}`, gateway.discovery.port ?? 0);
  await expect.poll(() => seen().filter(({ kind }) => kind === "datagram").length).toBe(1);
  const text = JSON.stringify(seen());
  for (let at = 0; at + 8 <= key.length; at += 1) expect(text).not.toContain(key.slice(at, at + 8));
});

test("G93: nor in a client id or a topic of MQTT, of which the first few are shown", async () => {
  const gateway = await runPagedGateway();
  const { key } = await PairedClient.of(gateway);
  const { seen } = await looking(gateway);
  const many = Array.from({ length: 12 }, (_, place) => `res/${place}`);
  const filters = Object.fromEntries([`luxgate/${key}/#`, ...many].map((filter) => [filter, { qos: 1 as const }]));
  const client = await MqttSubscriber.connect(gateway.events.mqtt?.port ?? 0, { clientId: key });
  onTestFinished(() => client.close());
  // Some of the filters lead nowhere here, and are not granted.
  await client.client.subscribeAsync(filters).catch(() => undefined);
  await expect.poll(() => seen().some(({ what }) => what.startsWith("SUBACK"))).toBe(true);
  const entries = seen().filter(({ kind }) => kind === "mqtt");
  expect(JSON.stringify(entries)).not.toContain(key);
  expect(entries[0]).toMatchObject({ what: "CONNECT …" });
  const [subscribed] = entries.filter(({ what }) => what.startsWith("SUBSCRIBE"));
  expect(subscribed).toMatchObject({ by: { kind: "client", name: "…" } });
  expect(subscribed?.what).toMatch(/^SUBSCRIBE luxgate\/…\/#, res\/0, .*, res\/8, …$/);
});

test("G93: nothing is kept while nobody looks, and whoever goes ends it", async () => {
  const gateway = await runPagedGateway();
  await gateway.client.send(LAMP);
  const { seen, command } = await looking(gateway);
  expect(seen().some(({ what }) => what.includes(LAMP))).toBe(false);
  command.abort();
  await expect.poll(() => gateway.traffic.isOn).toBe(false);
});

test("a log of traffic keeps the last thousand, each with its number, for as long as somebody looks", () => {
  const log = new TrafficLog(() => new Date(0));
  const note = (what: string) => log.note({ kind: "event", from: "gateway", what, bytes: 0 });
  note("before");
  const [one, other] = [log.follow(), log.follow()];
  for (let number = 1; number <= 1_500; number += 1) note(String(number));
  const taken = one.take();
  expect([taken.length, taken[0]?.sequence, taken.at(-1)?.what]).toEqual([1_000, 501, "1500"]);
  expect(one.take()).toEqual([]);
  one.stop();
  one.stop();
  expect(log.isOn).toBe(true);
  expect(other.take().length).toBe(1_000);
  const early = log.arrive();
  note("behind it");
  log.note({ kind: "request", from: "client", what: "early", bytes: 0 }, early);
  expect(other.take().map(({ what, sequence }) => [what, sequence])).toEqual([
    ["behind it", 1_502],
    ["early", 1_501],
  ]);
  other.stop();
  expect(log.isOn).toBe(false);
  expect(log.follow().take()).toEqual([]);
});
