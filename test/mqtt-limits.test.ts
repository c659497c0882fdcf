import { describe, expect, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { idFrom, type LightId } from "../src/core/home/model/ids.ts";
import { MQTT_LIMITS } from "../src/edges/mqtt/broker/limits.ts";
import { Shares } from "../src/shared/shares.ts";
import { eventually } from "./support/events/mqtt-eventually.ts";
import { MqttGateway } from "./support/events/mqtt-gateway.ts";
import {
  connectPacket,
  lengthBytes,
  messageIdOf,
  PINGREQ,
  packetOf,
  pubackPacket,
  subscribePacket,
  text,
} from "./support/events/mqtt-packets.ts";
import { RawMqttClient } from "./support/events/mqtt-raw-client.ts";
import { MqttSubscriber } from "./support/events/mqtt-subscriber.ts";

const LAMP = idFrom<LightId>("10000000-0000-4000-8000-000000000000");
const { stallSeconds, connectSeconds, keepAliveSeconds, packetBytes, packets } = MQTT_LIMITS;

/** Any number of changes, each another one than the one before. */
const change = (number: number): Change => ({
  kind: "lightChanged",
  lightId: LAMP,
  state: { brightnessPercent: (number % 100) + 1 },
});

const isServed = async (client: RawMqttClient): Promise<boolean> => {
  client.send(PINGREQ);
  return (await client.packets(1)).length === 1;
};

describe("a client that never reads", () => {
  test("holds up nobody: others hear a thousand changes in their order", async () => {
    const mqtt = await MqttGateway.start();
    const dead = await Promise.all(Array.from({ length: 20 }, () => RawMqttClient.listening(mqtt.port)));
    const live = await MqttSubscriber.listening(mqtt.port);
    for (let number = 0; number < 1_000; number += 1) mqtt.gateway.submit(change(number));
    const received = (await live.first(1_000)).map(({ payload }) => JSON.parse(payload)[0].value.brightness);
    expect(received).toEqual(Array.from({ length: 1_000 }, (_, number) => (number % 100) + 1));
    expect(mqtt.listener.clients).toBe(dead.length + 1);
  });

  test("is given no more than a few messages before it acknowledges one", async () => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.listening(mqtt.port);
    for (let number = 0; number < 100; number += 1) mqtt.gateway.submit(change(number));
    const given = await client.packets(MQTT_LIMITS.window.messages);
    client.send(PINGREQ);
    expect(await client.packets(1)).toEqual([Buffer.of(0xd0, 0)]);
    client.send(pubackPacket(messageIdOf(given[0])));
    expect((await client.packets(1))[0]?.[0]).toBe(0x32);
  });

  test("is dropped once it has acknowledged nothing for a while, and not before", async () => {
    const mqtt = await MqttGateway.start();
    const [dead, idle] = [await RawMqttClient.listening(mqtt.port), await RawMqttClient.listening(mqtt.port)];
    mqtt.gateway.submit(change(0));
    const [message] = await idle.packets(1);
    idle.send(pubackPacket(messageIdOf(message)));
    expect(await isServed(idle)).toBe(true);
    mqtt.clock.advance(stallSeconds * 1_000);
    expect(await isServed(idle)).toBe(true);
    expect(mqtt.listener.clients).toBe(2);
    mqtt.clock.advance(1_000);
    await dead.packets(100);
    expect(dead.isClosed).toBe(true);
    expect(await isServed(idle)).toBe(true);
    expect(mqtt.listener.clients).toBe(1);
  });

  test("that acknowledges now and then is kept while it gets on", async () => {
    const mqtt = await MqttGateway.start();
    const slow = await RawMqttClient.listening(mqtt.port, { keepAliveSeconds: 600 });
    for (let number = 0; number < 5; number += 1) mqtt.gateway.submit(change(number));
    for (const message of await slow.packets(5)) {
      mqtt.clock.advance(stallSeconds * 1_000);
      slow.send(pubackPacket(messageIdOf(message)));
      expect(await isServed(slow)).toBe(true);
    }
  });

  test("is dropped when it is so far behind that what it missed is forgotten", async () => {
    const mqtt = await MqttGateway.start();
    const dead = await RawMqttClient.listening(mqtt.port);
    const live = await MqttSubscriber.listening(mqtt.port);
    for (let number = 0; number < 21_000; number += 500) {
      for (let at = number; at < number + 500; at += 1) mqtt.gateway.submit(change(at));
      await live.first(number + 500);
    }
    await dead.packets(MQTT_LIMITS.window.messages).then(([message]) => dead.send(pubackPacket(messageIdOf(message))));
    await dead.closed;
    expect(live.received).toHaveLength(21_000);
  });
});

describe("a client that does not keep time", () => {
  test.each([
    ["says nothing", Buffer.of()],
    ["says half of who it is", connectPacket({ clientId: "half a client" }).subarray(0, 10)],
  ])("and %s is dropped soon", async (_, bytes) => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.open(mqtt.port);
    client.send(bytes);
    const other = await RawMqttClient.listening(mqtt.port);
    mqtt.clock.advance(connectSeconds * 1_000);
    expect(await isServed(other)).toBe(true);
    expect(client.isClosed).toBe(false);
    mqtt.clock.advance(1_000);
    await client.closed;
    expect(await isServed(other)).toBe(true);
  });

  test("is dropped after one and a half times what it promised; whoever asks for a ping is kept", async () => {
    const mqtt = await MqttGateway.start();
    const silent = await RawMqttClient.listening(mqtt.port, { keepAliveSeconds: 10 });
    const pinging = await RawMqttClient.listening(mqtt.port, { keepAliveSeconds: 10 });
    for (let times = 0; times < 2; times += 1) {
      mqtt.clock.advance(7_000);
      expect(await isServed(pinging)).toBe(true);
    }
    expect(silent.isClosed).toBe(false);
    mqtt.clock.advance(2_000);
    await silent.closed;
    expect(await isServed(pinging)).toBe(true);
  });

  test.each([1, 2, 3, 5, 10])(
    "has one and a half times its keep-alive of %i s from each packet on, whenever in a second that comes",
    async (promisedSeconds) => {
      const mqtt = await MqttGateway.start();
      const client = await RawMqttClient.listening(mqtt.port, { keepAliveSeconds: promisedSeconds });
      for (const millisOfSecond of [0, 1, 499, 500, 999]) {
        mqtt.clock.advance((1_000 + millisOfSecond - (mqtt.clock.now() % 1_000)) % 1_000);
        expect(await isServed(client)).toBe(true);
        mqtt.clock.advance(promisedSeconds * 1_500 - 1);
        expect(await isServed(client)).toBe(true);
      }
      mqtt.clock.advance(promisedSeconds * 1_500 + 2_000);
      await client.closed;
    },
  );

  test("and promises nothing is given a promise of ours", async () => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.listening(mqtt.port, { keepAliveSeconds: 0 });
    mqtt.clock.advance(keepAliveSeconds * 1_500);
    expect(await isServed(client)).toBe(true);
    mqtt.clock.advance(keepAliveSeconds * 1_500 + 1_000);
    await client.closed;
  });
});

describe("a client that sends too much", () => {
  const head = (kind: number, length: number) => Buffer.concat([Buffer.of(kind), lengthBytes(length)]);

  test.each([
    ["CONNECT", head(0x10, packetBytes)],
    ["CONNECT of 256 MB", head(0x10, 0xfffffff)],
    ["SUBSCRIBE", Buffer.concat([connectPacket(), head(0x82, packetBytes)])],
  ])("in one %s is dropped by the length alone", async (_, bytes) => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.open(mqtt.port);
    client.send(bytes);
    await expect(client.closed).resolves.toBeUndefined();
  });

  test("in one packet that is just short enough is served", async () => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.open(mqtt.port);
    const rest = packetBytes - 3 - connectPacket().byteLength + 2;
    client.send(connectPacket({ clientId: "x".repeat(rest) }));
    expect(await client.packets(1)).toEqual([Buffer.of(0x20, 2, 0, 0)]);
  });

  test("in many packets is dropped; after a while it may send some more", async () => {
    const mqtt = await MqttGateway.start();
    const [client, patient] = [await RawMqttClient.listening(mqtt.port), await RawMqttClient.listening(mqtt.port)];
    const burst = packets.burst - 2;
    patient.send(...Array.from({ length: burst }, () => PINGREQ));
    expect(await patient.packets(burst)).toHaveLength(burst);
    mqtt.clock.advance(1_000);
    patient.send(...Array.from({ length: packets.perSecond }, () => PINGREQ));
    expect(await patient.packets(packets.perSecond)).toHaveLength(packets.perSecond);
    client.send(...Array.from({ length: 10_000 }, () => PINGREQ));
    await client.closed;
  });

  test("in acknowledgements that it does not owe is dropped", async () => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.listening(mqtt.port);
    mqtt.gateway.submit(change(0));
    const [message] = await client.packets(1);
    client.send(pubackPacket(messageIdOf(message)));
    expect(await isServed(client)).toBe(true);
    client.send(pubackPacket(messageIdOf(message)));
    await client.closed;
  });

  test("in filters, or in the depth of one, is refused those, and has the others", async () => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.open(mqtt.port);
    const many = Array.from({ length: 100 }, (_, number) => `res/light/${number}`);
    client.send(connectPacket(), subscribePacket(["res/#", "+/".repeat(50)]), subscribePacket(many));
    const [, first, second] = await client.packets(3);
    expect([...(first?.subarray(-2) ?? [])]).toEqual([1, 0x80]);
    const granted = [...(second?.subarray(-many.length) ?? [])].filter((code) => code === 1);
    expect(granted).toHaveLength(MQTT_LIMITS.subscriptions - 1);
    mqtt.gateway.submit(change(0));
    expect((await client.packets(1))[0]?.[0]).toBe(0x32);
  });

  test("in hundreds of filters of one packet is dropped, and nothing of that is answered", async () => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.open(mqtt.port);
    client.send(connectPacket());
    expect(await client.packets(1)).toHaveLength(1);
    client.send(subscribePacket(Array.from({ length: MQTT_LIMITS.filtersInPacket + 1 }, () => "res/#")));
    expect(await client.packets(1)).toEqual([]);
    expect(client.isClosed).toBe(true);
  });

  test("in a filter of absurd depth is dropped", async () => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.open(mqtt.port);
    client.send(connectPacket(), subscribePacket(["+/".repeat(5_000)]));
    await client.packets(2);
    expect(client.isClosed).toBe(true);
  });

  test("in packets of another protocol is dropped", async () => {
    const mqtt = await MqttGateway.start();
    for (const bytes of [
      Buffer.from("GET /clip/v2/resource/light HTTP/1.1\r\nHost: 192.168.1.20:1883\r\nConnection: close\r\n\r\n"),
      packetOf(0x10, text("AMQP")),
      subscribePacket(["res/#"]),
    ]) {
      const client = await RawMqttClient.open(mqtt.port);
      client.send(bytes);
      await expect(client.closed).resolves.toBeUndefined();
    }
  });
});

describe("connections", () => {
  test("beyond as many as there may be are closed, and there is room again when one goes", async () => {
    const mqtt = await MqttGateway.start({ limits: { ...MQTT_LIMITS, connections: 2 } });
    const [one] = [await RawMqttClient.listening(mqtt.port), await RawMqttClient.listening(mqtt.port)];
    await (await RawMqttClient.open(mqtt.port)).closed;
    one?.socket.destroy();
    const again = async () => {
      const client = await RawMqttClient.open(mqtt.port);
      client.send(connectPacket());
      return (await client.packets(1)).length;
    };
    await eventually(again).toBe(1);
  });

  test("of a thousand that never say CONNECT only the newest remain, and keep out nobody who says it", async () => {
    const mqtt = await MqttGateway.start({ limits: { ...MQTT_LIMITS, connections: 20, unprovenConnections: 10 } });
    const former = await RawMqttClient.listening(mqtt.port);
    const half = connectPacket({ clientId: "half a client" }).subarray(0, 10);
    const silent: RawMqttClient[] = [];
    for (let number = 0; number < 1_000; number += 1) {
      const client = await RawMqttClient.open(mqtt.port);
      if (number % 2 === 0) client.send(half);
      silent.push(client);
      if (number % 100 !== 99) continue;
      expect(await isServed(await RawMqttClient.listening(mqtt.port))).toBe(true);
    }
    expect(await isServed(former)).toBe(true);
    await eventually(() => silent.filter(({ isClosed }) => !isClosed).length).toBeLessThanOrEqual(10);
    expect(mqtt.listener.clients).toBe(11);
  });

  test("that are silent make room when all places are taken, and not those of clients", async () => {
    const mqtt = await MqttGateway.start({ limits: { ...MQTT_LIMITS, connections: 3, unprovenConnections: 3 } });
    const silent = [await RawMqttClient.open(mqtt.port), await RawMqttClient.open(mqtt.port)];
    const clients = [];
    for (let number = 0; number < 3; number += 1) clients.push(await RawMqttClient.listening(mqtt.port));
    await Promise.all(silent.map(({ closed }) => closed));
    for (const client of clients) expect(await isServed(client)).toBe(true);
    expect(mqtt.refused).toEqual([]);
    await (await RawMqttClient.open(mqtt.port)).closed;
    for (const client of clients) expect(await isServed(client)).toBe(true);
    expect(mqtt.refused).toEqual([{ address: "127.0.0.1", clientId: "", why: "connections" }]);
  });

  test("of one address beyond its share are refused, and that is told", async () => {
    const mqtt = await MqttGateway.start({ shares: new Shares(() => 1) });
    const client = await RawMqttClient.listening(mqtt.port);
    await (await RawMqttClient.open(mqtt.port)).closed;
    expect(await isServed(client)).toBe(true);
    expect(mqtt.refused).toEqual([{ address: "127.0.0.1", clientId: "", why: "connections of address" }]);
  });

  test("beyond what their address may have are closed, and each that goes is counted out", async () => {
    const shares = new Shares(() => 2);
    const mqtt = await MqttGateway.start({ shares });
    const [one] = [await RawMqttClient.listening(mqtt.port), await RawMqttClient.listening(mqtt.port)];
    await (await RawMqttClient.open(mqtt.port)).closed;
    expect(shares.enter("127.0.0.1")).toBe(false);
    one?.socket.destroy();
    await eventually(() => shares.enter("127.0.0.1")).toBe(true);
  });
});
