import { describe, expect, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { idFrom, type LightId, type PictureId } from "../src/core/home/model/ids.ts";
import { MQTT_LIMITS } from "../src/edges/mqtt/broker/limits.ts";
import { eventually } from "./support/events/mqtt-eventually.ts";
import { readForMqtt } from "./support/events/mqtt-fold.ts";
import { MqttGateway, ORIGIN } from "./support/events/mqtt-gateway.ts";
import {
  messageIdOf,
  PINGREQ,
  pubackPacket,
  subscribePacket,
  unsubscribePacket,
} from "./support/events/mqtt-packets.ts";
import { RawMqttClient } from "./support/events/mqtt-raw-client.ts";
import { MqttSubscriber } from "./support/events/mqtt-subscriber.ts";
import { aDevice, aLight, aScene } from "./support/home/builders.ts";
import { FOUNDED, furthered } from "./support/home/founded-home.ts";
import { FURNISHED } from "./support/home/furnished-home.ts";

const LAMP = idFrom<LightId>("10000000-0000-4000-8000-000000000000");
const SUNSET = idFrom<PictureId>("70000000-0000-4000-8000-000000000001");
const TURN_MILLIS = 4;
/** What is sent to a client before it acknowledges something. */
const WINDOW = MQTT_LIMITS.window.messages;

const bright = (percent: number): Change => ({
  kind: "lightChanged",
  lightId: LAMP,
  state: { brightnessPercent: percent },
});

/** A home of lamps that nobody put anywhere: 202 resources and more for 100 of them. */
const lampAt = (number: number): Change => {
  const id = `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
  return {
    kind: "deviceJoined",
    device: aDevice({ id: idFrom(id), serialNumber: id, lightIds: [idFrom(id)] }),
    lights: [aLight({ id: idFrom(id), deviceId: idFrom(id) })],
    syncBox: null,
  };
};
const HUNDRED_LAMPS = furthered(
  FOUNDED,
  Array.from({ length: 100 }, (_, number) => lampAt(number)),
);

const start = (contents = FURNISHED) => MqttGateway.start({ contents, resync: true });

/** What a client that asks for everything is to be told. */
function everything(mqtt: MqttGateway) {
  const owners = new Map<string, string>(mqtt.gateway.home.lights.all().map(({ id, deviceId }) => [id, deviceId]));
  return Object.entries(readForMqtt(mqtt.gateway.home, ORIGIN)).flatMap(([type, items]) =>
    items.map(({ id, type: _type, ...value }) => {
      const whose = type === "light" ? { device_id: owners.get(id) } : {};
      return { topic: `res/${type}/update`, payload: JSON.stringify([{ id, ...whose, value }]) };
    }),
  );
}

/** All that a client was told, once it is so much and nothing follows. */
async function receivedBy(mqtt: MqttGateway, client: MqttSubscriber, count: number) {
  const received = () => {
    mqtt.clock.advance(TURN_MILLIS);
    return client.received.length;
  };
  await eventually(received).toBe(count);
  mqtt.clock.advance(TURN_MILLIS);
  await client.client.subscribeAsync("res/nothing", { qos: 0 });
  return client.received;
}

const inOrder = <Item extends { readonly payload: string }>(items: readonly Item[]) =>
  items.toSorted((one, other) => (one.payload < other.payload ? -1 : 1));

describe("a client that subscribes", () => {
  test("G81: is sent how everything is: one update for each resource, whole and spelt as in the reads", async () => {
    const picture = aScene({
      id: idFrom(LAMP.replace(/^1/, "7")),
      roomId: idFrom(LAMP),
      picture: { id: SUNSET, mediaType: "image/png", bytes: new Uint8Array() },
    });
    const mqtt = await start(furthered(FURNISHED, [{ kind: "sceneAdded", scene: picture }]));
    const client = await MqttSubscriber.listening(mqtt.port);
    const flags: unknown[] = [];
    client.client.on("message", (_topic, _payload, { qos, retain, dup }) => flags.push({ qos, retain, dup }));
    const expected = everything(mqtt);
    expect(inOrder(await receivedBy(mqtt, client, expected.length))).toEqual(inOrder(expected));
    expect(new Set(flags.map((one) => JSON.stringify(one)))).toEqual(new Set(['{"qos":1,"retain":false,"dup":false}']));
    expect(client.received.find(({ payload }) => payload.includes(SUNSET))?.payload).toContain(`"${ORIGIN}/pictures/`);
  });

  test("G81: as Home Assistant does when it comes back, is sent what changed while it was away, and what changes then", async () => {
    const mqtt = await start();
    const before = await MqttSubscriber.listening(mqtt.port, "res/light/update");
    await before.close();
    mqtt.gateway.submit(bright(77));
    const back = await MqttSubscriber.listening(mqtt.port, "res/device/add");
    for (const filter of ["res/device/remove", "res/device/update", "res/light/update"]) {
      await back.client.subscribeAsync(filter, { qos: 1 });
    }
    const { device, light } = readForMqtt(mqtt.gateway.home, ORIGIN);
    await receivedBy(mqtt, back, device.length + light.length);
    mqtt.gateway.submit(bright(78));
    const received = (await back.first(device.length + light.length + 1)).map(({ payload }) => JSON.parse(payload)[0]);
    const ofLamp = received.filter(({ id, device_id: owner }) => id === LAMP && owner === LAMP);
    expect(ofLamp.map(({ value }) => value.brightness)).toEqual([77, 78]);
    expect(Object.keys(ofLamp[1]?.value)).toEqual(["brightness"]);
  });

  test.each([
    ["#", ["device", "light", "room", "scene", "sync"]],
    ["res/+/update", ["device", "light", "room", "scene", "sync"]],
    ["+/light/update", ["light"]],
    ["res/room/#", ["room"]],
    ["res/scene/update", ["scene"]],
    ["res/light/add", []],
    ["res/+/remove", []],
    ["$SYS/#", []],
    ["res/light/update/brightness", []],
  ])("to %s is told of that and nothing else: %j", async (filter, types) => {
    const mqtt = await start();
    const client = await MqttSubscriber.listening(mqtt.port, filter);
    const expected = everything(mqtt).filter(({ topic }) => types.includes(topic.split("/")[1] ?? ""));
    expect(inOrder(await receivedBy(mqtt, client, expected.length))).toEqual(inOrder(expected));
  });

  test("to filters that overlap, or with QoS 0, is sent of each resource once; when it asks again, again; and nobody else is", async () => {
    const mqtt = await start();
    const bystander = await MqttSubscriber.listening(mqtt.port, "res/light/remove");
    const client = await MqttSubscriber.connect(mqtt.port);
    const lights = everything(mqtt).filter(({ topic }) => topic === "res/light/update");
    await client.client.subscribeAsync(["res/light/#", "res/light/update", "+/light/+"], { qos: 0 });
    expect(await receivedBy(mqtt, client, lights.length)).toEqual(lights);
    await client.client.subscribeAsync("res/light/#", { qos: 1 });
    expect(await receivedBy(mqtt, client, 2 * lights.length)).toEqual([...lights, ...lights]);
    await client.close();
    expect(bystander.received).toEqual([]);
  });

  test("and unsubscribes before it was told of everything is sent no more", async () => {
    const mqtt = await start(HUNDRED_LAMPS);
    const client = await RawMqttClient.listening(mqtt.port);
    mqtt.clock.advance(TURN_MILLIS);
    const given = await client.packets(WINDOW);
    client.send(unsubscribePacket(["res/#"]), ...given.map((packet) => pubackPacket(messageIdOf(packet))));
    expect((await client.packets(1)).map(([head = 0]) => head >> 4)).toEqual([11]);
    mqtt.clock.advance(1_000);
    client.send(PINGREQ);
    expect(await client.packets(1)).toEqual([Buffer.of(0xd0, 0)]);
  });

  test("is not told of devices that nobody admitted, nor of what is gone when its turn comes", async () => {
    const mqtt = await start(HUNDRED_LAMPS);
    const gone = idFrom<never>("00000099-0000-4000-8000-000000000000");
    const stranger = lampAt(100);
    if (stranger.kind === "deviceJoined")
      mqtt.gateway.submit({ ...stranger, device: { ...stranger.device, admitted: false } });
    const client = await MqttSubscriber.listening(mqtt.port, "res/device/update");
    mqtt.clock.advance(TURN_MILLIS);
    await client.first(WINDOW);
    mqtt.gateway.submit({ kind: "deviceLeft", deviceId: gone });
    const expected = everything(mqtt).filter(({ topic }) => topic === "res/device/update");
    expect(inOrder(await receivedBy(mqtt, client, expected.length))).toEqual(inOrder(expected));
    expect(expected).toHaveLength(100);
  });

  test("G81: is told of the light of a device that nobody admitted, as the list of lights has it, and not of the device", async () => {
    const mqtt = await start(FOUNDED);
    const stranger = lampAt(1);
    if (stranger.kind === "deviceJoined")
      mqtt.gateway.submit({ ...stranger, device: { ...stranger.device, admitted: false } });
    const client = await MqttSubscriber.listening(mqtt.port, "res/+/update");
    const [light] = mqtt.gateway.home.lights.all();
    const received = await receivedBy(mqtt, client, everything(mqtt).length);
    const told = received.map(({ topic, payload }) => [topic, JSON.parse(payload)[0].id]);
    expect(told).toContainEqual(["res/light/update", light?.id]);
    expect(told).not.toContainEqual(["res/device/update", light?.deviceId]);
  });

  test("receives only what happens where the resync is turned off", async () => {
    const mqtt = await MqttGateway.start({ resync: false });
    const client = await MqttSubscriber.listening(mqtt.port);
    mqtt.clock.advance(1_000);
    mqtt.gateway.submit(bright(77));
    expect(await receivedBy(mqtt, client, 1)).toHaveLength(1);
  });
});

describe("however many are told at once", () => {
  const countOf = async (client: RawMqttClient): Promise<number> => {
    client.send(PINGREQ);
    for (let count = 0; ; count += 1) if ((await client.packets(1))[0]?.[0] === 0xd0) return count;
  };

  test("each has its turn, nothing is sent in between, and nobody is given more than it has room for", async () => {
    const mqtt = await start(HUNDRED_LAMPS);
    const clients = await Promise.all([1, 2, 3].map(() => RawMqttClient.listening(mqtt.port)));
    const counts = async () => (await Promise.all(clients.map(countOf))).toSorted();
    expect(await counts()).toEqual([0, 0, 0]);
    mqtt.clock.advance(TURN_MILLIS);
    expect(await counts()).toEqual([WINDOW, WINDOW, WINDOW]);
    mqtt.clock.advance(TURN_MILLIS);
    expect(await counts()).toEqual([0, 0, 0]);
  });

  test("one that acknowledges nothing is given a few messages and dropped, and the others are told everything", async () => {
    const mqtt = await start(HUNDRED_LAMPS);
    const [dead, live] = [await RawMqttClient.listening(mqtt.port), await MqttSubscriber.connect(mqtt.port)];
    await live.client.subscribeAsync("res/#", { qos: 1 });
    await receivedBy(mqtt, live, everything(mqtt).length);
    expect(await countOf(dead)).toBe(WINDOW);
    mqtt.clock.advance((MQTT_LIMITS.stallSeconds + 1) * 1_000);
    expect(await dead.packets(1)).toEqual([]);
    expect(dead.isClosed).toBe(true);
    expect(mqtt.listener.clients).toBe(1);
    await live.close();
  });

  test("what happens is sent at once, before what is left to be told of how things are", async () => {
    const mqtt = await start(HUNDRED_LAMPS);
    const client = await MqttSubscriber.listening(mqtt.port);
    const lamp = idFrom<LightId>("00000099-0000-4000-8000-000000000000");
    mqtt.clock.advance(TURN_MILLIS);
    await client.first(WINDOW);
    mqtt.gateway.submit({ kind: "lightChanged", lightId: lamp, state: { on: false } });
    const [changed] = (await client.first(WINDOW + 1)).slice(WINDOW);
    expect(changed?.payload).toBe(`[{"id":"${lamp}","device_id":"${lamp}","value":{"on":0}}]`);
    const received = await receivedBy(mqtt, client, everything(mqtt).length + 1);
    const values = received
      .map(({ payload }) => JSON.parse(payload)[0])
      .filter(({ id, device_id }) => id === lamp && device_id);
    expect(values.map(({ value }) => value.on)).toEqual([0, 0]);
  });

  test("a client that leaves in the middle leaves nothing behind", async () => {
    const mqtt = await start(HUNDRED_LAMPS);
    const clients = await Promise.all([1, 2, 3].map(() => RawMqttClient.listening(mqtt.port)));
    mqtt.clock.advance(TURN_MILLIS);
    for (const { socket } of clients) socket.resetAndDestroy();
    await eventually(() => mqtt.listener.clients).toBe(0);
    mqtt.clock.advance(1_000);
    const next = await RawMqttClient.listening(mqtt.port);
    next.send(subscribePacket(["res/nothing"]));
    expect(await next.packets(1)).toHaveLength(1);
    expect(mqtt.faults).toEqual([]);
  });
});
