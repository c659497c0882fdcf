import { beforeEach, describe, expect, test } from "vitest";
import { FOUNDED } from "../../../../../test/support/home/founded-home.ts";
import { devicesText } from "../../../../../test/support/zigbee2mqtt/bridge-texts.ts";
import { aBulb, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedBridge } from "../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { USUAL_STYLE } from "../../../../../test/support/zigbee2mqtt/style.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
const GRACE_MILLIS = 30_000;

const onlineIn = (scripted: ScriptedGateway) => scripted.deviceNames.filter((name) => scripted.device(name).online);

describe("devices are online", () => {
  let scripted: ScriptedGateway;

  beforeEach(() => {
    scripted = ScriptedGateway.opened();
    scripted.bridge.list({ devices: [LAMP, OTHER], groups: [] });
  });

  test("for half a minute without the broker, and again as soon as it is back", () => {
    scripted.bridge.close("the broker is gone");
    expect(scripted.sources.at(-1)?.problem).toBe("the broker is gone");
    scripted.pass(GRACE_MILLIS - 1);
    expect(onlineIn(scripted)).toEqual(["Lamp", "Other"]);
    scripted.pass(1);
    expect(onlineIn(scripted)).toEqual([]);
    scripted.bridge.open();
    expect(onlineIn(scripted)).toEqual(["Lamp", "Other"]);
  });

  test("for half a minute without Zigbee2MQTT, and again as soon as it is back", () => {
    scripted.bridge.deliver("bridge/state", "offline");
    scripted.pass(GRACE_MILLIS - 1);
    expect(onlineIn(scripted)).toEqual(["Lamp", "Other"]);
    scripted.pass(1);
    expect(onlineIn(scripted)).toEqual([]);
    scripted.bridge.deliver("bridge/state", { state: "online" });
    expect(onlineIn(scripted)).toEqual(["Lamp", "Other"]);
  });

  test("over a broker that is started anew", () => {
    scripted.notifications.length = 0;
    for (let times = 0; times < 5; times += 1) {
      scripted.bridge.close();
      scripted.pass(GRACE_MILLIS - 1);
      scripted.bridge.open();
    }
    expect(scripted.notifications).toEqual([]);
    expect(onlineIn(scripted)).toEqual(["Lamp", "Other"]);
  });

  test("half a minute from the first loss on, though tries to come back fail in between", () => {
    scripted.bridge.close("the broker is gone");
    scripted.pass(GRACE_MILLIS / 2);
    scripted.bridge.close("nobody answers");
    scripted.pass(GRACE_MILLIS / 2);
    expect(onlineIn(scripted)).toEqual([]);
  });

  test("not when the broker is back and Zigbee2MQTT is not", () => {
    scripted.bridge.retain("bridge/state", "offline");
    scripted.pass(GRACE_MILLIS);
    scripted.bridge.close();
    scripted.bridge.open();
    scripted.pass(GRACE_MILLIS);
    expect(onlineIn(scripted)).toEqual([]);
  });

  test("or not as Zigbee2MQTT reports, whatever would be so otherwise", () => {
    scripted.bridge.deliver("Lamp/availability", { state: "offline" });
    expect(onlineIn(scripted)).toEqual(["Other"]);
    scripted.bridge.list({ devices: [{ ...LAMP, name: "Shade" }, OTHER] });
    expect(onlineIn(scripted)).toEqual(["Other"]);
    scripted.bridge.deliver("Shade/availability", "online");
    expect(onlineIn(scripted)).toEqual(["Other", "Shade"]);
    scripted.bridge.list({ devices: [{ ...LAMP, interviewState: "FAILED" }, OTHER] });
    expect(onlineIn(scripted)).toEqual(["Lamp", "Other"]);
  });

  test("not while they are disabled, whatever their reported availability", () => {
    scripted.bridge.list({ devices: [{ ...LAMP, isDisabled: true }, OTHER] });
    scripted.bridge.deliver("Lamp/availability", "online");
    expect(onlineIn(scripted)).toEqual(["Other"]);
    scripted.bridge.list({ devices: [LAMP, OTHER] });
    expect(onlineIn(scripted)).toEqual(["Lamp", "Other"]);
  });

  test("by the reports of before the list that could not be parsed", () => {
    scripted.bridge.deliver("Other/availability", "offline");
    const [coordinator, lamp] = JSON.parse(devicesText(USUAL_STYLE, [LAMP]));
    scripted.bridge.deliver("bridge/devices", [coordinator, lamp, {}]);
    scripted.bridge.list({ devices: [LAMP, OTHER] });
    expect(onlineIn(scripted)).toEqual(["Lamp"]);
  });

  test("as if they had never reported, when they were away and are there again", () => {
    scripted.bridge.deliver("Other/availability", "offline");
    scripted.bridge.list({ devices: [LAMP] });
    scripted.bridge.list({ devices: [LAMP, OTHER] });
    expect(onlineIn(scripted)).toEqual(["Lamp", "Other"]);
  });
});

test("the gateway itself is online when every bridge is away, and stays though none lists it", () => {
  const zigbee = { ieeeAddress: ieeeAddress(99), networkAddress: 0, linkQuality: 255 };
  const devices = FOUNDED.devices.map((device) => ({ ...device, zigbee }));
  const bridges = [new ScriptedBridge(), new ScriptedBridge({ name: "mqtt://second.lan/zigbee2mqtt" })];
  const scripted = new ScriptedGateway({ bridges, contents: { ...FOUNDED, devices } });
  const isOnline = () => scripted.home.gateway?.online;
  scripted.pass(2 * GRACE_MILLIS);
  expect(isOnline()).toBe(true);
  for (const bridge of bridges) bridge.open();
  for (const bridge of bridges) bridge.list({ devices: [LAMP], groups: [] });
  expect(isOnline()).toBe(true);
  for (const bridge of bridges) bridge.close();
  scripted.pass(2 * GRACE_MILLIS);
  expect(onlineIn(scripted)).toEqual([]);
  expect(isOnline()).toBe(true);
});

describe("devices that are remembered from before", () => {
  function remembered(bridges?: readonly ScriptedBridge[]): ScriptedGateway {
    const before = ScriptedGateway.opened();
    before.bridge.list({ devices: [LAMP, OTHER], groups: [] });
    return before.restarted({ bridges: bridges ?? [new ScriptedBridge()] });
  }

  test("are offline half a minute after the start when nothing is received", () => {
    const scripted = remembered();
    scripted.pass(GRACE_MILLIS - 1);
    expect(onlineIn(scripted)).toEqual(["Lamp", "Other"]);
    scripted.pass(1);
    expect(onlineIn(scripted)).toEqual([]);
    expect(scripted.home.gateway?.online).toBe(true);
  });

  test("are offline when a broker is there and says nothing, and that is told", () => {
    const scripted = remembered();
    scripted.bridge.open();
    scripted.pass(10_000);
    expect(scripted.sources.at(-1)?.problem).toBe("no messages below zigbee2mqtt/: check the base topic");
    scripted.pass(GRACE_MILLIS);
    expect(onlineIn(scripted)).toEqual([]);
    scripted.bridge.list({ devices: [LAMP, OTHER], groups: [] });
    expect(scripted.sources.at(-1)?.problem).toBeUndefined();
    expect(onlineIn(scripted)).toEqual(["Lamp", "Other"]);
  });

  test("are offline when the only bridge that may have them is away, though another listed its own", () => {
    const bridges = [new ScriptedBridge(), new ScriptedBridge({ name: "mqtt://second.lan/zigbee2mqtt" })];
    const scripted = remembered(bridges);
    scripted.bridge.open();
    scripted.bridge.list({ devices: [LAMP], groups: [] });
    expect(onlineIn(scripted)).toEqual(["Lamp", "Other"]);
    scripted.pass(GRACE_MILLIS);
    expect(onlineIn(scripted)).toEqual(["Lamp"]);
  });

  test("stay offline while connections break before the retained availability came", () => {
    const before = ScriptedGateway.opened();
    before.bridge.list({ devices: [LAMP, OTHER], groups: [] });
    before.bridge.deliver("Lamp/availability", "offline");
    const bridge = new ScriptedBridge();
    bridge.list({ devices: [LAMP, OTHER], groups: [] });
    bridge.retain("Lamp/availability", "offline");
    const scripted = before.restarted({ bridges: [bridge] });
    for (let times = 0; times < 3; times += 1) {
      bridge.open((retained) => retained.filter(({ topic }) => topic.startsWith("bridge/")));
      scripted.pass(1_500);
      bridge.close();
      scripted.pass(5_000);
      expect(onlineIn(scripted)).toEqual(["Other"]);
    }
    bridge.open();
    scripted.pass(GRACE_MILLIS);
    expect(onlineIn(scripted)).toEqual(["Other"]);
  });
});
