import { connectAsync, type MqttClient } from "mqtt";
import { describe, expect, onTestFinished, test } from "vitest";
import { startOrderlyBroker } from "./support/zigbee2mqtt/broker.ts";
import { aBulb, aGroup, ieeeAddress, type StandInDevice, type StandInGroup } from "./support/zigbee2mqtt/devices.ts";
import { Settling } from "./support/zigbee2mqtt/settling.ts";
import { StandInZigbee2Mqtt } from "./support/zigbee2mqtt/stand-in.ts";
import type { Style } from "./support/zigbee2mqtt/style.ts";

/** A stand-in on a broker, and somebody who talks to it and hears it. */
class Talk {
  readonly heard: { readonly topic: string; readonly payload: string; readonly retain: boolean }[] = [];
  readonly standIn: StandInZigbee2Mqtt;
  readonly #client: MqttClient;
  readonly #settling: Settling;

  private constructor(standIn: StandInZigbee2Mqtt, client: MqttClient) {
    this.standIn = standIn;
    this.#client = client;
    this.#settling = new Settling({
      publish: (topic, payload) => client.publish(`home/z2m/${topic}`, payload),
      count: () => this.heard.length,
    });
    client.on("message", (topic, payload, { retain }) => {
      const message = { topic: topic.replace(/^home\/z2m\//, ""), payload: payload.toString("utf8"), retain };
      if (!this.#settling.isMark(message.topic, message.payload)) this.heard.push(message);
    });
  }

  static async with(
    devices: readonly StandInDevice[],
    { groups = [], style = {} }: { groups?: readonly StandInGroup[]; style?: Partial<Style> } = {},
  ): Promise<Talk> {
    const broker = await startOrderlyBroker();
    const url = `mqtt://127.0.0.1:${broker.port}`;
    const standIn = await StandInZigbee2Mqtt.start({ url, base: "home/z2m", devices, groups, style });
    const client = await connectAsync(url, { reconnectPeriod: 0 });
    onTestFinished(() => client.endAsync(true));
    onTestFinished(() => standIn.crash());
    const talk = new Talk(standIn, client);
    await client.subscribeAsync("home/z2m/#");
    await talk.#settling.settle();
    return talk;
  }

  /** Says something and waits until all was said that follows from it. */
  say(topic: string, payload: unknown): Promise<void> {
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    return this.after(() => this.#client.publish(`home/z2m/${topic}`, text));
  }

  async after(action: () => void): Promise<void> {
    this.heard.length = 0;
    action();
    await this.#settling.settle();
  }

  /** What was said under a topic, as far as it is JSON. */
  of(topic: string): unknown[] {
    return this.heard.filter((message) => message.topic === topic).map(({ payload }) => parsed(payload));
  }
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Kitchen/Lamp" });
const STRIP = aBulb({ ieee: ieeeAddress(2), name: "Strip", model: "twoEndpoints" });

describe("the stand-in for Zigbee2MQTT", () => {
  test("is known to whoever comes later by what the broker keeps", async () => {
    const talk = await Talk.with([LAMP]);
    const kept = talk.heard.filter(({ retain }) => retain).map(({ topic }) => topic);
    expect(kept.sort()).toEqual([
      "Kitchen/Lamp/availability",
      "bridge/devices",
      "bridge/groups",
      "bridge/info",
      "bridge/state",
    ]);
    expect(talk.of("bridge/state")).toEqual([{ state: "online" }]);
    expect(talk.of("bridge/devices")).toMatchObject([
      [
        { type: "Coordinator" },
        { ieee_address: LAMP.ieee, friendly_name: "Kitchen/Lamp", interview_state: "SUCCESSFUL" },
      ],
    ]);
  });

  test("obeys by name and by address, and says the whole state", async () => {
    const talk = await Talk.with([LAMP]);
    await talk.say("Kitchen/Lamp/set", { brightness: 10, color: { x: 0.3, y: 0.31 } });
    expect(talk.of("Kitchen/Lamp")).toMatchObject([
      { state: "ON", brightness: 10, color: { x: 0.3, y: 0.31 }, color_mode: "xy", color_temp: 370 },
    ]);
    await talk.say(`${LAMP.ieee}/set`, "OFF");
    expect(talk.of("Kitchen/Lamp")).toMatchObject([{ state: "OFF", brightness: 10 }]);
    await talk.say(`${LAMP.ieee}/set`, { brightness: 99, state: null });
    expect(talk.of("Kitchen/Lamp")).toMatchObject([{ state: "OFF", brightness: 99 }]);
    await talk.say("Kitchen/Lamp/set/brightness", "50");
    expect(talk.of("Kitchen/Lamp")).toMatchObject([{ state: "ON", brightness: 50 }]);
    expect(talk.standIn.askedOf("Lamp/set/brightness")).toHaveLength(1);
    await talk.say("Kitchen/Lamp/set", { brightness: 300 });
    expect(talk.of("Kitchen/Lamp")).toEqual([]);
    expect(talk.of("bridge/logging")).toMatchObject([{ level: "error" }]);
    expect(talk.standIn.askedOf("/set")).toHaveLength(4);
  });

  test("has lamps of two parts, each with a state of its own", async () => {
    const talk = await Talk.with([STRIP]);
    await talk.say("Strip/set", { state_l2: "ON" });
    expect(talk.of("Strip")).toMatchObject([{ state_l1: "ON", state_l2: "ON" }]);
    await talk.say("Strip/l1/set", { state: "OFF" });
    expect(talk.of("Strip")).toMatchObject([{ state_l1: "OFF", state_l2: "ON" }]);
  });

  test("says how a lamp is when it is asked, and nothing of one out of reach", async () => {
    const talk = await Talk.with([LAMP], { style: { cacheState: false } });
    await talk.say(`${LAMP.ieee}/get`, { state: "" });
    expect(talk.of("Kitchen/Lamp")).toEqual([{ state: "ON" }]);
    await talk.after(() => talk.standIn.setReachable(LAMP.ieee, false));
    expect(talk.of("Kitchen/Lamp/availability")).toEqual([{ state: "offline" }]);
    await talk.say(`${LAMP.ieee}/get`, { state: "" });
    expect(talk.of("Kitchen/Lamp")).toEqual([]);
    await talk.say(`${LAMP.ieee}/set`, "OFF");
    expect(talk.of("Kitchen/Lamp")).toEqual([]);
    expect(talk.standIn.stateOf(LAMP.ieee)).toMatchObject({ state: "ON" });
  });

  test("has groups whose scenes the lamps keep", async () => {
    const other = aBulb({ ieee: ieeeAddress(3), name: "Other", model: "dimmable" });
    const talk = await Talk.with([LAMP, other], { groups: [aGroup({ id: 5, name: "All", members: [LAMP, other] })] });
    await talk.say("5/set", { scene_store: { ID: 1, name: "Bright" } });
    expect(talk.of("bridge/groups")).toMatchObject([[{ id: 5, scenes: [{ id: 1, name: "Bright" }] }, { id: 901 }]]);
    await talk.say("All/set", { state: "OFF" });
    expect(talk.of("Other")).toMatchObject([{ state: "OFF" }]);
    expect(talk.of("All")).toEqual([{ state: "OFF" }]);
    await talk.say("All/set", { scene_recall: 1 });
    expect(talk.of("Kitchen/Lamp")).toMatchObject([{ state: "ON", brightness: 203 }]);
    await talk.say("All/set", { scene_add: { ID: 2, name: "Dim", brightness: 3 } });
    await talk.say("All/set", { scene_recall: 2 });
    expect(talk.of("Other")).toMatchObject([{ state: "ON", brightness: 3 }]);
  });

  test("answers requests, and those that cannot be", async () => {
    const talk = await Talk.with([LAMP]);
    await talk.say("bridge/request/permit_join", { time: 60, transaction: "a" });
    expect(talk.of("bridge/response/permit_join")).toEqual([{ data: { time: 60 }, status: "ok", transaction: "a" }]);
    expect(talk.of("bridge/info")).toMatchObject([{ permit_join: true }]);
    await talk.say("bridge/request/permit_join", { time: 255 });
    expect(talk.of("bridge/response/permit_join")).toMatchObject([{ status: "error" }]);
    await talk.say("bridge/request/device/rename", { from: LAMP.ieee, to: "Hall" });
    expect(talk.heard.map(({ topic, payload }) => [topic, payload === ""])).toEqual([
      ["bridge/request/device/rename", false],
      ["Kitchen/Lamp", true],
      ["Kitchen/Lamp/availability", true],
      ["bridge/devices", false],
      ["bridge/info", false],
      ["Hall/availability", false],
      ["Hall", false],
      ["bridge/response/device/rename", false],
    ]);
    await talk.say("bridge/request/device/remove", { id: "Hall" });
    expect(talk.of("bridge/devices")).toMatchObject([[{ type: "Coordinator" }]]);
    await talk.say("bridge/request/device/remove", { id: "Hall" });
    expect(talk.of("bridge/response/device/remove")).toMatchObject([{ status: "error" }]);
  });

  test("lets devices in only while it is open, and interviews them", async () => {
    const talk = await Talk.with([]);
    expect(talk.standIn.join(LAMP)).toBe(false);
    await talk.say("bridge/request/permit_join", { time: 60 });
    await talk.after(() => talk.standIn.join(LAMP));
    expect(talk.of("bridge/devices").map((devices) => Array.isArray(devices) && devices[1].interview_state)).toEqual([
      "PENDING",
      "IN_PROGRESS",
      "SUCCESSFUL",
    ]);
    expect(talk.of("bridge/event")).toMatchObject([
      { type: "device_joined" },
      { type: "device_interview", data: { status: "started" } },
      { type: "device_interview", data: { status: "successful" } },
    ]);
    await talk.after(() => talk.standIn.leave(LAMP.ieee));
    expect(talk.of("bridge/event")).toMatchObject([{ type: "device_leave", data: { ieee_address: LAMP.ieee } }]);
  });

  test("speaks as the first generation did, or in single attributes", async () => {
    const old = await Talk.with([LAMP], { style: { version: "1.42.0", output: "attribute" } });
    expect(old.of("bridge/state")).toEqual(["online"]);
    expect(old.of("Kitchen/Lamp/availability")).toEqual(["online"]);
    expect(JSON.stringify(old.of("bridge/devices"))).not.toMatch(/interview_state|"source"/);
    await old.after(() => old.standIn.wallSwitch(LAMP.ieee, false));
    expect(old.of("Kitchen/Lamp")).toEqual([]);
    expect(old.of("Kitchen/Lamp/state")).toEqual(["OFF"]);
    expect(old.of("Kitchen/Lamp/color-x")).toEqual([0.4599]);
  });

  test("leaves a last will", async () => {
    const talk = await Talk.with([]);
    talk.heard.length = 0;
    await talk.standIn.crash();
    await expect.poll(() => talk.of("bridge/state")).toEqual([{ state: "offline" }]);
  });
});
