import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DrivenClock, startTestGateway, type TestGatewayOptions } from "../src/libraries/testing/index.ts";
import { HttpClient } from "./support/http/http-client.ts";
import { openRaw } from "./support/http/raw-connection.ts";
import { UdpClient } from "./support/network/udp-client.ts";

const LIGHTS = "/clip/v2/resource/light";
const KITCHEN = { rooms: [{ name: "Kitchen", devices: [{ name: "Ceiling", product: "ceiling lamp", on: false }] }] };

async function started(options: TestGatewayOptions = {}) {
  const gateway = await startTestGateway(options);
  onTestFinished(() => gateway.stop());
  return { gateway, client: new HttpClient(gateway.ports.http) };
}

test("a gateway begins with the demo home", async () => {
  const { gateway, client } = await started();
  expect(gateway.url).toBe(`http://127.0.0.1:${gateway.ports.http}`);
  expect((await client.list("light")).length).toBe(11);
  expect(gateway.home.lights).toEqual(await client.list("light"));
  expect(gateway.home.devices).toEqual(await client.list("device"));
});

test("a home is a text, a file, or an object, and all three are the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text =
    "rooms:\n  - name: Kitchen\n    devices:\n      - name: Ceiling\n        product: ceiling lamp\n        on: false\n";
  const path = join(folder, "home.yaml");
  writeFileSync(path, text);
  const homes = await Promise.all(
    [text, path, KITCHEN].map(async (home) => {
      const { gateway } = await started({ home } as TestGatewayOptions);
      const { lights, rooms } = gateway.home;
      return { lights, rooms };
    }),
  );
  expect(homes[0]?.lights).toHaveLength(1);
  expect(homes[1]).toEqual(homes[0]);
  expect(homes[2]).toEqual(homes[0]);
});

test("a home with problems is refused with all of them", async () => {
  await expect(startTestGateway({ home: "rooms:\n  - nam: Kitchen\n" })).rejects.toThrow(/home:2:5: unknown key "nam"/);
  await expect(startTestGateway({ home: "there-is-none.yaml" })).rejects.toThrow(/there is no file at this path/);
});

test("a home is read again once its file is another", async () => {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "home.yaml");
  writeFileSync(path, "rooms: [{name: Kitchen}]");
  await started({ home: path });
  writeFileSync(path, "rooms: [{name: Hall}]");
  const { gateway } = await started({ home: path });
  expect(gateway.home.rooms.map(({ name }) => name)).toContain("Hall");
});

test("the button opens pairing for ten seconds of the test's own clock", async () => {
  const clock = new DrivenClock();
  const { gateway, client } = await started({ clock });
  const ask = () => client.send("/api", { method: "POST", body: '{"device_type":"acme#panel"}' });
  expect((await ask()).json.code).toBe(-423);
  gateway.pressButton();
  clock.advance(9_999);
  expect((await ask()).json.code).toBe(0);
  gateway.pressButton();
  clock.advance(10_000);
  expect((await ask()).json.code).toBe(-423);
});

test("a key comes from pairing, or is right from the beginning", async () => {
  const { gateway, client } = await started({ home: KITCHEN, keys: ["open sesame"] } as TestGatewayOptions);
  const path = `${LIGHTS}/${gateway.home.lights[0]?.id}`;
  const put = (key: string) =>
    client.send(path, { method: "PUT", headers: { "application-key": key }, body: '{"on":1}' });
  expect((await put("another")).json.code).toBe(-401);
  expect((await put("open sesame")).json.code).toBe(0);
  expect((await put(await gateway.pair())).json.code).toBe(0);
  expect(gateway.home.lights[0]?.on).toBe(1);
});

test("in the shared profile reads need a key too", async () => {
  const { client } = await started({ profile: "shared", keys: ["mine"] });
  expect((await client.send(LIGHTS)).json.code).toBe(-401);
  expect((await client.send(LIGHTS, { headers: { "application-key": "mine" } })).json.code).toBe(0);
});

test("a lamp that loses a command truly is as it was, and is shown so after ten seconds", async () => {
  const clock = new DrivenClock();
  const { gateway, client } = await started({ clock, keys: ["mine"] });
  const lamp = gateway.device("Reading lamp");
  const shown = () => gateway.home.lights.find(({ id }) => lamp.lightIds.includes(id))?.on;
  lamp.loseNext();
  await client.send(`${LIGHTS}/${lamp.lightIds[0]}`, {
    method: "PUT",
    headers: { "application-key": "mine" },
    body: '{"on":0}',
  });
  clock.advance(1_000);
  expect([shown(), lamp.lights[0]?.on]).toEqual([0, 1]);
  clock.advance(10_000);
  expect([shown(), lamp.lights[0]?.on]).toEqual([1, 1]);
});

test("a lamp obeys with the latency that it is given", async () => {
  const clock = new DrivenClock();
  const { gateway, client } = await started({ clock, keys: ["mine"] });
  const lamp = gateway.device("Reading lamp");
  lamp.obeyAfter(5_000);
  await client.send(`${LIGHTS}/${lamp.lightIds[0]}`, {
    method: "PUT",
    headers: { "application-key": "mine" },
    body: '{"on":0}',
  });
  clock.advance(4_999);
  expect(lamp.lights[0]?.on).toBe(1);
  clock.advance(1);
  expect(lamp.lights[0]?.on).toBe(0);
});

test("devices drop off, come back, are switched and set by hand, and report late", async () => {
  const clock = new DrivenClock();
  const { gateway } = await started({ clock });
  const lamp = gateway.device("Living room/Reading lamp");
  const shown = () => gateway.home.lights.find(({ id }) => lamp.lightIds.includes(id));
  const isOnline = () => gateway.home.devices.find(({ id }) => id === lamp.id)?.online;
  lamp.goOffline();
  expect(isOnline()).toBe(0);
  lamp.comeOnline();
  expect(isOnline()).toBe(1);
  lamp.switch("off");
  clock.advance(1);
  expect(shown()?.on).toBe(0);
  lamp.reportAfter(500);
  lamp.set({ on: true, brightness: 30, colour: "#ff0000" });
  clock.advance(499);
  expect([lamp.lights[0]?.on, shown()?.on]).toEqual([1, 0]);
  clock.advance(1);
  expect(shown()).toMatchObject({ on: 1, brightness: 30 });
  gateway.randomFaults({ seed: 7, losePercent: 10 });
  gateway.calm();
  expect(() => gateway.device("Reding lamp")).toThrow(/did you mean "Reading lamp"/);
});

test("every request is in the log, with what the client got", async () => {
  const { gateway, client } = await started();
  const next = gateway.nextRequest({ path: "/api" });
  await client.send(`${LIGHTS}?x=1`, { headers: { "X-Mine": "yes" } });
  await client.send("/api", { method: "POST", body: '{"device_type":"acme#panel"}' });
  await client.send("/nowhere");
  expect(await next).toEqual(gateway.requests[1]);
  expect(gateway.requests).toMatchObject([
    { method: "GET", path: `${LIGHTS}?x=1`, headers: { "x-mine": "yes" }, body: "" },
    { method: "POST", path: "/api", body: '{"device_type":"acme#panel"}', status: 200 },
    { method: "GET", path: "/nowhere", status: 404 },
  ]);
});

test("a request that is waited for comes with the status of its answer, or once it is clear that there is none", async () => {
  const { gateway, client } = await started();
  const next = gateway.nextRequest();
  const answered = client.send("/nowhere", { method: "PUT", body: "{}" });
  expect(await next).toMatchObject({ path: "/nowhere", body: "{}", status: 404 });
  await answered;

  gateway.misbehave({ on: { times: 1 }, as: { kind: "answer", status: 502 } });
  const madeUp = gateway.nextRequest();
  void client.send(LIGHTS);
  expect((await madeUp).status).toBe(502);

  gateway.misbehave({ on: { times: 1 }, as: { kind: "hang" } });
  const hanging = gateway.nextRequest();
  const asked = client.send(LIGHTS, { method: "POST", body: "{}" });
  expect(await hanging).toMatchObject({ body: "{}", status: undefined });
  gateway.cutConnections();
  await expect(asked).rejects.toThrow();

  const broken = gateway.nextRequest();
  const socket = await openRaw(gateway.ports.http);
  socket.write(`PUT ${LIGHTS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhalf`);
  await expect.poll(() => gateway.requests.length).toBe(4);
  socket.resetAndDestroy();
  expect((await broken).status).toBeUndefined();
});

test("whoever waits for a request that came before is told how to get it", async () => {
  const { gateway, client } = await started();
  await expect(gateway.nextRequest({ withinMillis: 1 })).rejects.toThrow(/No request has come\.$/);
  await client.send(LIGHTS);
  await expect(gateway.nextRequest({ withinMillis: 1 })).rejects.toThrow(
    /Request 1 matches, but came before.*after: 0/,
  );
  await expect(gateway.nextRequest({ method: "PUT", withinMillis: 1 })).rejects.toThrow(/\/light\.$/);
  expect(await gateway.nextRequest({ after: 0 })).toMatchObject({ number: 1 });
});

test("pages of the origins that are named may use the gateway", async () => {
  const { client } = await started({ allowOrigin: ["https://app.example"] });
  const allowed = async (origin: string) =>
    (await client.send(LIGHTS, { headers: { Origin: origin } })).headers["access-control-allow-origin"];
  expect(await allowed("https://app.example")).toBe("https://app.example");
  expect(await allowed("https://other.example")).toBeUndefined();
});

test("with its plug pulled nobody listens; plugged in, it is the same gateway with the same home", async () => {
  const { gateway, client } = await started({ keys: ["mine"] });
  const [light] = gateway.home.lights;
  await client.send(`${LIGHTS}/${light?.id}`, {
    method: "PUT",
    headers: { "application-key": "mine" },
    body: `{"on":${light?.on === 1 ? 0 : 1}}`,
  });
  const { lights } = gateway.home;
  await gateway.unplug();
  await expect(client.send(LIGHTS)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect(() => gateway.home).toThrow(/unplugged/);
  await gateway.plugIn();
  expect(await client.list("light")).toEqual(lights);
  expect((await client.list("bridge"))[0].mac).toBe(gateway.identity.mac);
});

test("twenty gateways run at once, and none knows of another", async () => {
  const gateways = await Promise.all(Array.from({ length: 20 }, () => startTestGateway()));
  onTestFinished(async () => void (await Promise.all(gateways.map((gateway) => gateway.stop()))));
  expect(new Set(gateways.flatMap(({ ports }) => Object.values(ports))).size).toBeGreaterThan(40);
  const udp = await UdpClient.open();
  onTestFinished(() => udp.close());
  const found = new Set<string>();
  for (const { ports, identity } of gateways) {
    await udp.send('{"op":101}', ports.discovery);
    const { data } = JSON.parse(await udp.next());
    expect(data.reset_id).toBe(identity.resetId);
    found.add(data.reset_id);
  }
  expect(found.size).toBe(20);
});
