import { expect, onTestFinished, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { idFrom, type PictureId } from "../src/core/home/model/ids.ts";
import { Journal } from "../src/core/present/events/journal.ts";
import { EventServer, type EventServerOptions, START } from "./support/events/event-stream-server.ts";
import { aLight, aScene } from "./support/home/builders.ts";
import { FoldedHome } from "./support/home/folded-home.ts";
import { WHOLE_HOUSE } from "./support/home/founded-home.ts";
import { FURNISHED } from "./support/home/furnished-home.ts";
import { allReads } from "./support/http/read-lists.ts";

async function eventServer(options: EventServerOptions = {}): Promise<EventServer> {
  const server = await EventServer.start({ contents: HOME, ...options });
  onTestFinished(() => server.stop());
  return server;
}

const LIGHT = FURNISHED.lights[0] ?? aLight();
/** It cannot be reached, so what it reports changes nothing but itself: the lights of its room do not count it. */
const HOME = {
  ...FURNISHED,
  devices: FURNISHED.devices.map((device) => (device.id === LIGHT.deviceId ? { ...device, online: false } : device)),
};
const brightness = (brightnessPercent: number): Change => ({
  kind: "lightChanged",
  lightId: LIGHT.id,
  state: { brightnessPercent },
});
const picture = { id: idFrom<PictureId>("F0000000-0000-4000-8000-000000000000"), mediaType: "image/png" } as const;
const PICTURED = aScene({ roomId: WHOLE_HOUSE, picture: { ...picture, bytes: new Uint8Array() } });

/** The state of a client that has nothing but a snapshot. */
const snapshotted = (data: string): string => new FoldedHome(JSON.parse(data)).text;

test("a stream says when to come back, and begins with everything that the reads list", async () => {
  const server = await eventServer();
  server.gateway.submit({ kind: "sceneAdded", scene: PICTURED });
  const client = await server.client();
  const [snapshot] = await client.next();
  expect(client.fields).toEqual(["retry: 2000"]);
  expect(snapshot).toMatchObject({ event: "snapshot", lastEventId: `${server.journal.head}` });
  expect(snapshotted(snapshot?.data ?? "")).toBe(allReads(server.gateway.home, `127.0.0.1:${server.port}`));
});

test("an empty home has a snapshot, too", async () => {
  const server = await eventServer({
    contents: { ...FURNISHED, devices: [], lights: [], syncBoxes: [], rooms: [], scenes: [] },
  });
  const client = await server.client();
  const nothing = JSON.stringify({ device: [], light: [], sync: [], room: [], scene: [], group_light: [] });
  expect(await client.next()).toEqual([{ event: "snapshot", lastEventId: `${START}`, data: nothing }]);
});

test("no proxy may keep or hold back a stream", async () => {
  const { headers, statusCode } = (await (await eventServer()).client()).answer;
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
  });
  expect(headers).not.toHaveProperty("content-length");
});

test("what happens is told in its order with ids that rise by one: only what changed, all of what is new, who is gone", async () => {
  const server = await eventServer();
  const client = await server.client();
  server.gateway.submit(brightness(7));
  server.gateway.submit({ kind: "sceneAdded", scene: aScene({ ...PICTURED, picture: null }) });
  server.gateway.submit({ kind: "sceneRemoved", sceneId: PICTURED.id });
  const [, update, add, remove] = await client.next(4);
  expect(update).toEqual({
    event: "update",
    lastEventId: `${START + 1}`,
    data: `{"type":"light","id":"${LIGHT.id}","device_id":"${LIGHT.deviceId}","value":{"brightness":7}}`,
  });
  expect(add).toMatchObject({ event: "add", lastEventId: `${START + 2}` });
  expect(JSON.parse(add?.data ?? "")).toMatchObject({ id: PICTURED.id, type: "scene", name: "A scene" });
  expect(remove).toEqual({
    event: "remove",
    lastEventId: `${START + 3}`,
    data: `{"id":"${PICTURED.id}","type":"scene"}`,
  });
});

test("a picture is where the client reaches us: in the snapshot, in what is new and in what changed", async () => {
  const server = await eventServer();
  server.gateway.submit({ kind: "sceneAdded", scene: PICTURED });
  const url = `http://gate.local:8080/pictures/${picture.id}`;
  const client = await server.client({ headers: { Host: "gate.local:8080" } });
  server.gateway.submit({ kind: "sceneChanged", sceneId: PICTURED.id, scene: { picture: null } });
  server.gateway.submit({ kind: "sceneChanged", sceneId: PICTURED.id, scene: { picture: PICTURED.picture } });
  server.gateway.submit({ kind: "sceneRemoved", sceneId: PICTURED.id });
  server.gateway.submit({ kind: "sceneAdded", scene: PICTURED });
  const [snapshot, without, within, , added] = (await client.next(5)).map(({ data }) => JSON.parse(data));
  expect(snapshot.scene.at(-1).picture_url).toBe(url);
  expect(without.value.picture_url).toBe("");
  expect(within.value.picture_url).toBe(url);
  expect(added.picture_url).toBe(url);
});

test("a client that comes back gets what it missed and no snapshot", async () => {
  const server = await eventServer();
  const first = await server.client();
  server.gateway.submit(brightness(7));
  await first.next(2);
  first.hangUp();
  server.gateway.submit(brightness(8));
  server.gateway.submit(brightness(9));
  const second = await server.client({ lastEventId: first.lastEventId });
  const missed = await second.next(2);
  expect(missed.map(({ data }) => JSON.parse(data).value.brightness)).toEqual([8, 9]);
  expect(second.fields).toEqual(["retry: 2000"]);
});

test("a client that missed nothing hears nothing until something happens", async () => {
  const server = await eventServer();
  const client = await server.client({ lastEventId: `${START}` });
  server.gateway.submit(brightness(7));
  expect(await client.next()).toMatchObject([{ event: "update", lastEventId: `${START + 1}` }]);
});

test.each(["not a number", "1e3", "-1", "0", `${START - 1}`, `${START + 99}`, `${START}, ${START}`, "9".repeat(400)])(
  "a client whose last event was %s is told to forget everything, and gets a snapshot",
  async (lastEventId) => {
    const server = await eventServer();
    const client = await server.client({ lastEventId });
    expect(await client.next(2)).toMatchObject([
      { event: "reset", data: "{}", lastEventId: "" },
      { event: "snapshot", lastEventId: `${START}` },
    ]);
  },
);

test("a client that was away for longer than the journal remembers is told to forget everything", async () => {
  const server = await eventServer({ journal: new Journal(START, { events: 2, length: 1_000 }) });
  for (const percent of [1, 2, 3]) server.gateway.submit(brightness(percent));
  const client = await server.client({ lastEventId: `${START}` });
  expect(await client.next(2)).toMatchObject([{ event: "reset" }, { event: "snapshot", lastEventId: `${START + 3}` }]);
  const other = await server.client({ lastEventId: `${START + 1}` });
  expect(await other.next(2)).toMatchObject([{ event: "update" }, { event: "update" }]);
});

test("more at once than the journal remembers: who listens is told to forget everything, and goes on with a snapshot", async () => {
  const server = await eventServer({ journal: new Journal(START, { events: 2, length: 1_000 }) });
  const client = await server.client();
  await client.next();
  for (const percent of [1, 2, 3]) server.gateway.submit(brightness(percent));
  const [reset, snapshot] = await client.next(2);
  expect([reset?.event, snapshot?.event, snapshot?.lastEventId]).toEqual(["reset", "snapshot", `${START + 3}`]);
  server.gateway.submit(brightness(4));
  expect(await client.next()).toMatchObject([{ event: "update", lastEventId: `${START + 4}` }]);
});

test("every 15 s a heartbeat says which event is the newest, and what everything comes to", async () => {
  const server = await eventServer();
  const client = await server.client();
  await client.next();
  server.clock.advance(14_999);
  server.gateway.submit(brightness(7));
  await client.next();
  server.clock.advance(1);
  const [first] = await client.next();
  expect(first).toMatchObject({ event: "heartbeat", lastEventId: `${START + 1}` });
  expect(JSON.parse(first?.data ?? "")).toEqual({ id: START + 1, hash: expect.stringMatching(/^[0-9a-f]{32}$/) });
  server.clock.advance(15_000);
  expect(await client.next()).toEqual([first]);
  server.gateway.submit(brightness(8));
  server.clock.advance(15_000);
  const [, third] = await client.next(2);
  expect(third).toMatchObject({ event: "heartbeat", lastEventId: `${START + 2}` });
  expect(third?.data).not.toBe(first?.data);
});
