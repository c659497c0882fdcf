import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { idFrom } from "../src/core/home/model/ids.ts";
import { fullyResynced } from "./support/events/mqtt-full-state.ts";
import { MqttSubscriber } from "./support/events/mqtt-subscriber.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { aRoom, aScene } from "./support/home/builders.ts";
import type { Wire } from "./support/http/http-client.ts";

let running: TestGateway;
let subscriber: MqttSubscriber;
let known = 0;
beforeEach(async () => {
  running = await runGateway();
  onTestFinished(() => running.stop());
  subscriber = await MqttSubscriber.listening(running.events.mqtt?.port ?? 0);
  known = await fullyResynced(subscriber, running);
});

/** What a change makes the gateway say, so many messages of it, each of which holds one item. */
async function told(count: number, change?: Change): Promise<Record<string, Wire>> {
  if (change) expect(await running.gateway.ask(change)).toBe("done");
  const messages = (await subscriber.first(known + count)).slice(known);
  known += count;
  return Object.fromEntries(
    messages.map(({ topic, payload }) => {
      const items = JSON.parse(payload);
      expect(items).toHaveLength(1);
      return [topic, items[0]];
    }),
  );
}

const named = async (list: string, name: string): Promise<Wire> =>
  (await running.client.list(list)).find((item) => item.name === name);

test("G59: a device is told of once it is admitted, whole, with its lights and its room; and when it goes", async () => {
  await running.backend.openJoining(1_500);
  running.clock.advance(2_000);
  const joined = await named("device?ext_light=1&ext_room=1", "Colour bulb 1");
  const deviceId = idFrom<never>(joined.id);
  expect(await told(1)).toEqual({ "res/light/add": joined.ext_light[0] });
  const admitted = await told(3, { kind: "deviceAdmitted", deviceId });
  expect(admitted["res/device/add"]).toEqual({ ...joined, join_status: 1, ext_sync: {}, ext_button: [] });
  expect(admitted["res/device/add"].ext_room.name).toBe("Unassigned");
  expect(Object.keys(admitted)).toEqual(["res/device/add", "res/room/update"]);
  const renamed = await told(2, { kind: "deviceRenamed", deviceId, name: "Hall" });
  expect(renamed).toEqual({
    "res/device/update": { id: joined.id, value: { name: "Hall" } },
    "res/light/update": { id: joined.ext_light[0].id, device_id: joined.id, value: { name: "Hall" } },
  });
  const gone = await told(4, { kind: "deviceLeft", deviceId });
  expect(gone["res/device/remove"]).toEqual({ id: joined.id, type: "device" });
  expect(gone["res/light/remove"]).toEqual({ id: joined.ext_light[0].id, type: "light" });
});

test("G59: a room and a scene are told of whole, by their changes, and when they go", async () => {
  const room = aRoom();
  const scene = aScene({ roomId: room.id });
  const added = await told(1, { kind: "roomAdded", room });
  expect(added).toEqual({ "res/room/add": await running.client.one(`room/${room.id}`) });
  const sceneAdded = await told(1, { kind: "sceneAdded", scene });
  const extra = { room_uuid: room.id, brightness: 100, number: scene.sequence, device_arr: [] };
  expect(sceneAdded).toEqual({ "res/scene/add": { ...(await running.client.one(`scene/${scene.id}`)), ...extra } });
  expect(await told(1, { kind: "sceneActivated", sceneId: scene.id })).toEqual({
    "res/scene/update": { id: scene.id, value: { is_active: 1 } },
  });
  expect(await told(2, { kind: "roomRemoved", roomId: room.id })).toEqual({
    "res/scene/remove": { id: scene.id, type: "scene" },
    "res/room/remove": { id: room.id, type: "room" },
  });
});

test("G59: segments come with their number, and a sync box with what changed of it", async () => {
  const bar = await named("light", "TV bar");
  const points = [{ x: 0.2, y: 0.3 }] as const;
  const { "res/light/update": segments } = await told(2, {
    kind: "lightChanged",
    lightId: idFrom(bar.id),
    state: { colour: { mode: "segments", points: [points[0]] } },
  });
  expect(segments.value).toMatchObject({ color_len: 1, color_arr: [{ x: 13107, y: 19661 }] });
  expect(segments.value).not.toHaveProperty("brightness");
  const box = await named("sync", "Sync box");
  expect(await told(1, { kind: "syncBoxChanged", syncBoxId: idFrom(box.id), state: { mode: "game" } })).toEqual({
    "res/sync/update": { id: box.id, value: { mode: 2 } },
  });
});
