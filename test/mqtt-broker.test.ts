import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { idFrom, type LightId } from "../src/core/home/model/ids.ts";
import { eventually } from "./support/events/mqtt-eventually.ts";
import { MqttGateway } from "./support/events/mqtt-gateway.ts";
import {
  connectPacket,
  PINGREQ,
  packetOf,
  publishPacket,
  subscribePacket,
  text,
  unsubscribePacket,
} from "./support/events/mqtt-packets.ts";
import { RawMqttClient } from "./support/events/mqtt-raw-client.ts";
import { MqttSubscriber } from "./support/events/mqtt-subscriber.ts";

const LAMP = idFrom<LightId>("10000000-0000-4000-8000-000000000000");
const lamp = (on: boolean): Change => ({ kind: "lightChanged", lightId: LAMP, state: { on } });
const bright = (percent: number): Change => ({
  kind: "lightChanged",
  lightId: LAMP,
  state: { brightnessPercent: percent },
});

/** What the broker says of each filter. */
async function granted(mqtt: MqttGateway, filters: readonly string[], qos: 0 | 1 | 2 = 1): Promise<readonly number[]> {
  const client = await RawMqttClient.open(mqtt.port);
  client.send(connectPacket(), subscribePacket(filters, qos));
  const [, suback] = await client.packets(2);
  return [...(suback?.subarray(4) ?? [])];
}

const mqtt31Connect = (clientId: string): Buffer =>
  packetOf(0x10, text("MQIsdp"), Buffer.of(3, 2, 0, 60), text(clientId));

describe("a client that subscribes", () => {
  test("to res/# with QoS 1 and no client id receives what happens, with QoS 1 and not retained", async () => {
    const mqtt = await MqttGateway.start();
    const client = await MqttSubscriber.listening(mqtt.port);
    const packets: unknown[] = [];
    client.client.on("message", (_topic, _payload, { qos, retain, dup }) => packets.push({ qos, retain, dup }));
    mqtt.gateway.submit(lamp(false));
    expect(await client.first(1)).toEqual([
      { topic: "res/light/update", payload: `[{"id":"${LAMP}","device_id":"${LAMP}","value":{"on":0}}]` },
    ]);
    expect(packets).toEqual([{ qos: 1, retain: false, dup: false }]);
  });

  test("to one topic receives only that", async () => {
    const mqtt = await MqttGateway.start();
    const lights = await MqttSubscriber.listening(mqtt.port, "res/light/+");
    const rooms = await MqttSubscriber.listening(mqtt.port, "res/room/update");
    mqtt.gateway.submit(lamp(false));
    mqtt.gateway.submit({ kind: "roomRenamed", roomId: idFrom(LAMP), name: "Hall" });
    mqtt.gateway.submit(lamp(true));
    expect((await lights.first(2)).map(({ topic }) => topic)).toEqual(["res/light/update", "res/light/update"]);
    expect((await rooms.first(1)).map(({ topic }) => topic)).toEqual(["res/room/update"]);
  });

  test("twice to the same receives everything once, and nothing after it has unsubscribed", async () => {
    const mqtt = await MqttGateway.start();
    const client = await MqttSubscriber.listening(mqtt.port);
    const other = await MqttSubscriber.listening(mqtt.port);
    await client.client.subscribeAsync("res/light/update", { qos: 1 });
    mqtt.gateway.submit(lamp(false));
    await client.first(1);
    await client.client.unsubscribeAsync(["res/#", "res/light/update"]);
    mqtt.gateway.submit(lamp(true));
    await other.first(2);
    await client.client.subscribeAsync("res/#", { qos: 1 });
    mqtt.gateway.submit(lamp(false));
    expect((await client.first(2)).map(({ payload }) => JSON.parse(payload)[0].value.on)).toEqual([0, 0]);
  });

  test("and unsubscribes and subscribes in one breath ends up with what it asked for last", async () => {
    const mqtt = await MqttGateway.start();
    const [listening, silent] = [await RawMqttClient.listening(mqtt.port), await RawMqttClient.listening(mqtt.port)];
    const [leave, come] = [unsubscribePacket(["res/#"]), subscribePacket(["res/#"])];
    listening.send(leave, come, leave, come);
    silent.send(come, leave, come, leave, PINGREQ);
    const kinds = async (client: RawMqttClient, count: number) =>
      (await client.packets(count)).map(([head = 0]) => head >> 4);
    expect(await kinds(listening, 4)).toEqual([11, 9, 11, 9]);
    expect(await kinds(silent, 5)).toEqual([9, 11, 9, 11, 13]);
    mqtt.gateway.submit(lamp(false));
    expect(await kinds(listening, 1)).toEqual([3]);
    silent.send(PINGREQ);
    expect(await kinds(silent, 1)).toEqual([13]);
  });

  test("receives nothing of what happened before", async () => {
    const mqtt = await MqttGateway.start();
    const early = await MqttSubscriber.connect(mqtt.port);
    onTestFinished(() => early.close());
    mqtt.gateway.submit(lamp(false));
    await early.client.subscribeAsync("res/#", { qos: 1 });
    mqtt.gateway.submit(lamp(true));
    expect((await early.first(1)).map(({ payload }) => JSON.parse(payload)[0].value.on)).toEqual([1]);
  });

  test("with QoS 0 receives everything too, in its order", async () => {
    const mqtt = await MqttGateway.start();
    const client = await MqttSubscriber.connect(mqtt.port);
    onTestFinished(() => client.close());
    await client.client.subscribeAsync("res/#", { qos: 0 });
    for (let percent = 1; percent <= 49; percent += 1) mqtt.gateway.submit(bright(percent));
    const received = (await client.first(49)).map(({ payload }) => JSON.parse(payload)[0].value.brightness);
    expect(received).toEqual(Array.from({ length: 49 }, (_, at) => at + 1));
  });

  test("to anything else is refused that, and given the rest with QoS 1 at the most", async () => {
    const mqtt = await MqttGateway.start();
    const filters = ["res/#", "zigbee2mqtt/#", "$share/group/res/#", "luxgate/#", "res/light/update"];
    expect(await granted(mqtt, filters)).toEqual([1, 128, 128, 128, 1]);
    expect(await granted(mqtt, ["res/#", "res/+/update"], 2)).toEqual([1, 1]);
    expect(await granted(mqtt, ["res/#"], 0)).toEqual([0]);
  });

  test("to the same filter twice at once has an answer for each", async () => {
    const mqtt = await MqttGateway.start();
    expect(await granted(mqtt, ["res/#", "res/#", "zigbee2mqtt/#"])).toEqual([1, 1, 128]);
  });

  test.each([
    ["without filters", subscribePacket([])],
    ["to no filter at all", subscribePacket([""])],
    ["with a wildcard within a level", subscribePacket(["res/light#"])],
    ["with something below #", subscribePacket(["res/#/light"])],
    ["from nothing", unsubscribePacket([])],
  ])("in a way that the protocol forbids, %s, is dropped", async (_what, packet) => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.open(mqtt.port);
    client.send(connectPacket(), packet);
    expect(await client.packets(2)).toEqual([Buffer.of(0x20, 2, 0, 0)]);
    expect(client.isClosed).toBe(true);
  });

  test("to # and $SYS/#, as tools that look at brokers do, receives what res/# would, and nothing of other clients", async () => {
    const mqtt = await MqttGateway.start();
    expect(await granted(mqtt, ["#", "+/light/update", "$SYS/#", "$SYS/+/heartbeat"], 0)).toEqual([0, 0, 0, 0]);
    const explorer = await MqttSubscriber.listening(mqtt.port, "#");
    await explorer.client.subscribeAsync("$SYS/#", { qos: 0 });
    const other = await MqttSubscriber.listening(mqtt.port, "res/#", { clientId: "secret" });
    await other.close();
    await eventually(() => mqtt.listener.clients).toBe(2);
    mqtt.gateway.submit(lamp(false));
    mqtt.gateway.submit({ kind: "roomRenamed", roomId: idFrom(LAMP), name: "Hall" });
    expect((await explorer.first(3)).map(({ topic }) => topic)).toEqual([
      "res/light/update",
      "res/room/update",
      "res/sync/update",
    ]);
  });

  test("to more than 32 is refused those beyond", async () => {
    const mqtt = await MqttGateway.start();
    const filters = Array.from({ length: 40 }, (_, at) => `res/light/${at}`);
    expect(await granted(mqtt, filters)).toEqual(filters.map((_, at) => (at < 32 ? 1 : 128)));
  });
});

describe("a client that publishes", () => {
  test.each([0, 1, 2])("with QoS %i is disconnected, and nobody receives it", async (qos) => {
    const mqtt = await MqttGateway.start();
    const witness = await MqttSubscriber.listening(mqtt.port);
    const client = await RawMqttClient.listening(mqtt.port);
    client.send(publishPacket("res/light/update", '[{"id":"forged"}]', qos));
    await client.closed;
    mqtt.gateway.submit(lamp(false));
    expect((await witness.first(1)).map(({ payload }) => payload)).toEqual([expect.stringContaining(LAMP)]);
  });

  test("by its last will is not heard, however it goes", async () => {
    const mqtt = await MqttGateway.start();
    const witness = await MqttSubscriber.listening(mqtt.port);
    const will = { topic: "res/light/update", payload: "forged", retain: true };
    const client = await RawMqttClient.listening(mqtt.port, { will });
    client.send(publishPacket("res/light/update", ""));
    await client.closed;
    const other = await RawMqttClient.listening(mqtt.port, { will });
    other.socket.resetAndDestroy();
    await eventually(() => mqtt.listener.clients).toBe(1);
    const late = await MqttSubscriber.listening(mqtt.port);
    mqtt.gateway.submit(lamp(false));
    for (const received of [await witness.first(1), await late.first(1)]) {
      expect(received.map(({ payload }) => payload)).toEqual([expect.stringContaining(LAMP)]);
    }
  });
});

describe("nothing is kept", () => {
  test("for a client that is away, whatever it asks", async () => {
    const mqtt = await MqttGateway.start();
    const lasting = { clientId: "lasting", clean: false };
    const first = await MqttSubscriber.connect(mqtt.port, lasting);
    await first.client.subscribeAsync("res/#", { qos: 1 });
    await first.close();
    await eventually(() => mqtt.listener.clients).toBe(0);
    mqtt.gateway.submit(lamp(false));
    const raw = await RawMqttClient.open(mqtt.port);
    raw.send(connectPacket({ clientId: "lasting", isClean: false }), PINGREQ);
    const isSessionPresent = 0;
    expect(await raw.packets(2)).toEqual([Buffer.of(0x20, 2, isSessionPresent, 0), Buffer.of(0xd0, 0)]);
  });

  test("of a client whose place another takes by its id", async () => {
    const mqtt = await MqttGateway.start();
    const first = await RawMqttClient.listening(mqtt.port, { clientId: "same" });
    const second = await RawMqttClient.listening(mqtt.port, { clientId: "same" });
    await first.closed;
    mqtt.gateway.submit(lamp(false));
    expect((await second.packets(1))[0]?.toString("latin1")).toContain(LAMP);
    expect(mqtt.listener.clients).toBe(1);
  });
});

describe("a CONNECT", () => {
  test.each([
    ["of MQTT 5", packetOf(0x10, text("MQTT"), Buffer.of(5, 2, 0, 60, 0), text("")), 1],
    ["of MQTT 3.1 with an id that is too long for it", mqtt31Connect("x".repeat(24)), 2],
  ])("%s is refused with a code, and the connection ends", async (_what, connect, code) => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.open(mqtt.port);
    client.send(connect);
    expect(await client.packets(2)).toEqual([Buffer.of(0x20, 2, 0, code)]);
    expect(client.isClosed).toBe(true);
  });

  test("of MQTT 3.1 is accepted", async () => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.open(mqtt.port);
    client.send(mqtt31Connect("x".repeat(23)), subscribePacket(["res/#"]));
    expect(await client.packets(2)).toEqual([Buffer.of(0x20, 2, 0, 0), Buffer.of(0x90, 3, 0, 1, 1)]);
  });

  test("that comes twice, or after another packet, ends the connection", async () => {
    const mqtt = await MqttGateway.start();
    for (const packets of [
      [connectPacket(), connectPacket()],
      [PINGREQ, connectPacket()],
    ]) {
      const client = await RawMqttClient.open(mqtt.port);
      client.send(...packets);
      await client.packets(3);
      expect(client.isClosed).toBe(true);
    }
  });
});

describe("where a key is needed", () => {
  const start = (keys: Set<string>) => MqttGateway.start({ isKey: (key) => keys.has(key) });
  const refused = "Connection refused: Not authorized";

  test("it is the user name or the password", async () => {
    const mqtt = await start(new Set(["right"]));
    for (const options of [{ username: "right" }, { username: "me", password: "right" }]) {
      await (await MqttSubscriber.listening(mqtt.port, "res/#", options)).close();
    }
    await expect(MqttSubscriber.connect(mqtt.port)).rejects.toThrow(refused);
    await expect(MqttSubscriber.connect(mqtt.port, { username: "wrong", password: "" })).rejects.toThrow(refused);
    await expect(MqttSubscriber.connect(mqtt.port, { username: "", password: "wrong" })).rejects.toThrow(refused);
  });

  test("who has one that is revoked is disconnected, and others are not", async () => {
    const keys = new Set(["one", "other"]);
    const mqtt = await start(keys);
    const [one, other] = [
      await RawMqttClient.listening(mqtt.port, { username: "one" }),
      await RawMqttClient.listening(mqtt.port, { username: "other" }),
    ];
    mqtt.listener.dropUnauthorized();
    keys.delete("one");
    mqtt.listener.dropUnauthorized();
    await one.closed;
    other.send(PINGREQ);
    expect(await other.packets(1)).toEqual([Buffer.of(0xd0, 0)]);
  });

  test("who is refused is sent of by address, id and reason; of a long id only its beginning", async () => {
    const keys = new Set(["one"]);
    const mqtt = await start(keys);
    const address = "127.0.0.1";
    await expect(MqttSubscriber.connect(mqtt.port, { clientId: "nobody" })).rejects.toThrow(refused);
    const wrong = { clientId: "x".repeat(1_000), username: "me", password: "wrong" };
    await expect(MqttSubscriber.connect(mqtt.port, wrong)).rejects.toThrow(refused);
    const client = await RawMqttClient.listening(mqtt.port, { clientId: "revoked", username: "one" });
    mqtt.listener.dropUnauthorized();
    keys.clear();
    mqtt.listener.dropUnauthorized();
    await client.closed;
    expect(mqtt.refused).toEqual([
      { address, clientId: "nobody", why: "no key" },
      { address, clientId: "x".repeat(64), why: "unknown key" },
      { address, clientId: "revoked", why: "key revoked" },
    ]);
  });

  test("a key that cannot be checked ends that client's connection, and nobody else's", async () => {
    const fault = new Error("unforeseen");
    const mqtt = await MqttGateway.start({
      isKey: (key) => {
        if (key === "odd") throw fault;
        return true;
      },
    });
    const other = await RawMqttClient.listening(mqtt.port, { username: "right" });
    const client = await RawMqttClient.open(mqtt.port);
    client.send(connectPacket({ username: "odd" }));
    expect(await client.packets(1)).toEqual([]);
    other.send(PINGREQ);
    expect(await other.packets(1)).toEqual([Buffer.of(0xd0, 0)]);
    expect(mqtt.faults).toEqual([fault]);
    await eventually(() => mqtt.listener.clients).toBe(1);
  });

  test("where none is needed, any will do, and nobody is ever a stranger", async () => {
    const mqtt = await MqttGateway.start();
    const client = await RawMqttClient.listening(mqtt.port, { username: "me", password: "anything" });
    mqtt.listener.dropUnauthorized();
    client.send(PINGREQ);
    expect(await client.packets(1)).toEqual([Buffer.of(0xd0, 0)]);
  });
});

describe("the port", () => {
  test("is sent once it is open", async () => {
    const mqtt = await MqttGateway.start();
    expect(mqtt.states).toEqual([{ listening: true, port: mqtt.port }]);
    expect(mqtt.port).toBeGreaterThan(0);
  });

  test("when it is taken is tried again until it is free", async () => {
    const holder = createServer();
    const { port } = await new Promise<{ port: number }>((resolve) => {
      holder.listen(0, "127.0.0.1", () => resolve(holder.address() as { port: number }));
    });
    const mqtt = await MqttGateway.start({ port });
    expect(mqtt.listener.port).toBeUndefined();
    const lost = { listening: false, port, reason: "EADDRINUSE" };
    expect(mqtt.states).toEqual([lost]);
    mqtt.clock.advance(1_000);
    await eventually(() => mqtt.states).toEqual([lost, lost]);
    await new Promise((resolve) => holder.close(resolve));
    mqtt.clock.advance(1_000);
    await eventually(() => mqtt.states.at(-1)).toEqual({ listening: true, port });
    const client = await MqttSubscriber.listening(port);
    mqtt.gateway.submit(lamp(false));
    expect(await client.first(1)).toHaveLength(1);
  });

  test("is free once the listener has stopped, and everybody is disconnected", async () => {
    const mqtt = await MqttGateway.start();
    const { port } = mqtt;
    const [connected, silent] = [await RawMqttClient.listening(port), await RawMqttClient.open(port)];
    await mqtt.listener.stop();
    await Promise.all([connected.closed, silent.closed]);
    const next = await MqttGateway.start({ port });
    expect(next.port).toBe(port);
  });
});
