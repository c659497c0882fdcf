import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { EventStreamClient, type StreamRequest } from "./support/events/event-stream-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { exchangeRaw, openRaw } from "./support/http/raw-connection.ts";

const PATH = "/eventstream/clip/v2";

async function runningGateway(): Promise<TestGateway> {
  const gateway = await runGateway();
  onTestFinished(() => gateway.stop());
  return gateway;
}

const stream = (gateway: TestGateway, asked: Omit<StreamRequest, "port"> = {}): Promise<EventStreamClient> =>
  EventStreamClient.open({ port: gateway.http.port, ...asked });

test("G60: the running gateway streams what it is and what happens, and names its pictures as the reads do", async () => {
  const gateway = await runningGateway();
  const client = await stream(gateway);
  const [snapshot] = await client.next();
  const { light, scene, room, group_light } = JSON.parse(snapshot?.data ?? "");
  expect(light).toEqual(await gateway.client.list("light"));
  expect(scene).toEqual(await gateway.client.list("scene"));
  expect(group_light).toEqual(await gateway.client.list("group_light"));
  expect(room).toEqual(await gateway.client.list("room?include_all_room=1&include_no_room=1"));
  const { id, deviceId } = gateway.gateway.home.lights.all()[0] ?? { id: "", deviceId: "" };
  gateway.gateway.submit({ kind: "lightChanged", lightId: light[0].id, state: { brightnessPercent: 7 } });
  const [update, house, room1] = await client.next(3);
  expect(JSON.parse(update?.data ?? "")).toEqual({ type: "light", id, device_id: deviceId, value: { brightness: 7 } });
  for (const group of [house, room1]) {
    expect(JSON.parse(group?.data ?? "")).toMatchObject({
      type: "group_light",
      value: { brightness: expect.any(Number) },
    });
  }
  gateway.clock.advance(15_000);
  expect(await client.next()).toMatchObject([{ event: "heartbeat", lastEventId: room1?.lastEventId }]);
});

test("HEAD of a stream is its headers and no more", async () => {
  const gateway = await runningGateway();
  const { status, headers, bytes } = await gateway.client.send(PATH, { method: "HEAD" });
  expect([status, headers["content-type"], bytes.byteLength]).toEqual([200, "text/event-stream", 0]);
});

test("no web site of another origin can follow what happens", async () => {
  const { http } = await runningGateway();
  const asked = (header: string) =>
    exchangeRaw(http.port, `GET ${PATH} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`);
  expect((await asked("Host: evil.example.com")).status).toBe(421);
  expect((await asked("Host: localhost\r\nOrigin: http://evil.example.com")).status).toBe(403);
});

test("the gateway stops without waiting for those who listen", async () => {
  const gateway = await runningGateway();
  const client = await stream(gateway);
  await client.next();
  const begun = performance.now();
  await Promise.all([gateway.stop(), client.over()]);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test("a connection serves one stream, however many are asked for on it at once", async () => {
  const gateway = await runningGateway();
  const raw = await openRaw(gateway.http.port);
  raw.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(20));
  await once(raw, "data");
  await gateway.client.send("/clip/v2/resource/light");
  expect(gateway.http.eventStreams).toBe(1);
  raw.destroy();
  await expect.poll(() => gateway.http.eventStreams).toBe(0);
});
