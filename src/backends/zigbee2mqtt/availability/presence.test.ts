import { beforeEach, describe, expect, test } from "vitest";
import { FOUNDED } from "../../../../test/support/founded-home.ts";
import { ScriptedBridge } from "../../../../test/support/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { devicesText } from "../../../../test/support/zigbee2mqtt-bridge-texts.ts";
import { aBulb, ieeeAddress } from "../../../../test/support/zigbee2mqtt-devices.ts";
import { USUAL_STYLE } from "../../../../test/support/zigbee2mqtt-style.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
const GRACE_MILLIS = 30_000;

const onlineIn = (spoken: ScriptedGateway) => spoken.deviceNames.filter((name) => spoken.device(name).online);

describe("devices are online", () => {
  let spoken: ScriptedGateway;

  beforeEach(() => {
    spoken = ScriptedGateway.opened();
    spoken.bridge.list({ devices: [LAMP, OTHER], groups: [] });
  });

  test("for half a minute without the broker, and again as soon as it is back", () => {
    spoken.bridge.close("the broker is gone");
    expect(spoken.sources.at(-1)?.trouble).toBe("the broker is gone");
    spoken.pass(GRACE_MILLIS - 1);
    expect(onlineIn(spoken)).toEqual(["Lamp", "Other"]);
    spoken.pass(1);
    expect(onlineIn(spoken)).toEqual([]);
    spoken.bridge.open();
    expect(onlineIn(spoken)).toEqual(["Lamp", "Other"]);
  });

  test("for half a minute without Zigbee2MQTT, and again as soon as it is back", () => {
    spoken.bridge.say("bridge/state", "offline");
    spoken.pass(GRACE_MILLIS - 1);
    expect(onlineIn(spoken)).toEqual(["Lamp", "Other"]);
    spoken.pass(1);
    expect(onlineIn(spoken)).toEqual([]);
    spoken.bridge.say("bridge/state", { state: "online" });
    expect(onlineIn(spoken)).toEqual(["Lamp", "Other"]);
  });

  test("over a broker that is started anew", () => {
    spoken.happened.length = 0;
    for (let times = 0; times < 5; times += 1) {
      spoken.bridge.close();
      spoken.pass(GRACE_MILLIS - 1);
      spoken.bridge.open();
    }
    expect(spoken.happened).toEqual([]);
    expect(onlineIn(spoken)).toEqual(["Lamp", "Other"]);
  });

  test("half a minute from the first loss on, though tries to come back fail in between", () => {
    spoken.bridge.close("the broker is gone");
    spoken.pass(GRACE_MILLIS / 2);
    spoken.bridge.close("nobody answers");
    spoken.pass(GRACE_MILLIS / 2);
    expect(onlineIn(spoken)).toEqual([]);
  });

  test("not when the broker is back and Zigbee2MQTT is not", () => {
    spoken.bridge.keep("bridge/state", "offline");
    spoken.pass(GRACE_MILLIS);
    spoken.bridge.close();
    spoken.bridge.open();
    spoken.pass(GRACE_MILLIS);
    expect(onlineIn(spoken)).toEqual([]);
  });

  test("or not as Zigbee2MQTT says, whatever would be so otherwise", () => {
    spoken.bridge.say("Lamp/availability", { state: "offline" });
    expect(onlineIn(spoken)).toEqual(["Other"]);
    spoken.bridge.list({ devices: [{ ...LAMP, name: "Shade" }, OTHER] });
    expect(onlineIn(spoken)).toEqual(["Other"]);
    spoken.bridge.say("Shade/availability", "online");
    expect(onlineIn(spoken)).toEqual(["Other", "Shade"]);
    spoken.bridge.list({ devices: [{ ...LAMP, interviewState: "FAILED" }, OTHER] });
    expect(onlineIn(spoken)).toEqual(["Lamp", "Other"]);
  });

  test("not while they are disabled, whatever is said of their availability", () => {
    spoken.bridge.list({ devices: [{ ...LAMP, isDisabled: true }, OTHER] });
    spoken.bridge.say("Lamp/availability", "online");
    expect(onlineIn(spoken)).toEqual(["Other"]);
    spoken.bridge.list({ devices: [LAMP, OTHER] });
    expect(onlineIn(spoken)).toEqual(["Lamp", "Other"]);
  });

  test("by what was said of them before the list that could not be read", () => {
    spoken.bridge.say("Other/availability", "offline");
    const [coordinator, lamp] = JSON.parse(devicesText(USUAL_STYLE, [LAMP]));
    spoken.bridge.say("bridge/devices", [coordinator, lamp, {}]);
    spoken.bridge.list({ devices: [LAMP, OTHER] });
    expect(onlineIn(spoken)).toEqual(["Lamp"]);
  });

  test("as if nothing had been said of them, when they were away and are there again", () => {
    spoken.bridge.say("Other/availability", "offline");
    spoken.bridge.list({ devices: [LAMP] });
    spoken.bridge.list({ devices: [LAMP, OTHER] });
    expect(onlineIn(spoken)).toEqual(["Lamp", "Other"]);
  });
});

test("the gateway itself is online when every bridge is away, and stays though none lists it", () => {
  const zigbee = { ieeeAddress: ieeeAddress(99), networkAddress: 0, linkQuality: 255 };
  const devices = FOUNDED.devices.map((device) => ({ ...device, zigbee }));
  const bridges = [new ScriptedBridge(), new ScriptedBridge({ name: "mqtt://second.lan/zigbee2mqtt" })];
  const spoken = new ScriptedGateway({ bridges, contents: { ...FOUNDED, devices } });
  const isOnline = () => spoken.home.gateway?.online;
  spoken.pass(2 * GRACE_MILLIS);
  expect(isOnline()).toBe(true);
  for (const bridge of bridges) bridge.open();
  for (const bridge of bridges) bridge.list({ devices: [LAMP], groups: [] });
  expect(isOnline()).toBe(true);
  for (const bridge of bridges) bridge.close();
  spoken.pass(2 * GRACE_MILLIS);
  expect(onlineIn(spoken)).toEqual([]);
  expect(isOnline()).toBe(true);
});

describe("devices that are remembered from before", () => {
  function remembered(bridges?: readonly ScriptedBridge[]): ScriptedGateway {
    const before = ScriptedGateway.opened();
    before.bridge.list({ devices: [LAMP, OTHER], groups: [] });
    return before.restarted({ bridges: bridges ?? [new ScriptedBridge()] });
  }

  test("are offline half a minute after the start when nothing is heard", () => {
    const spoken = remembered();
    spoken.pass(GRACE_MILLIS - 1);
    expect(onlineIn(spoken)).toEqual(["Lamp", "Other"]);
    spoken.pass(1);
    expect(onlineIn(spoken)).toEqual([]);
    expect(spoken.home.gateway?.online).toBe(true);
  });

  test("are offline when a broker is there and says nothing, and that is told", () => {
    const spoken = remembered();
    spoken.bridge.open();
    spoken.pass(10_000);
    expect(spoken.sources.at(-1)?.trouble).toBe("nothing is said below zigbee2mqtt/: is that the base topic?");
    spoken.pass(GRACE_MILLIS);
    expect(onlineIn(spoken)).toEqual([]);
    spoken.bridge.list({ devices: [LAMP, OTHER], groups: [] });
    expect(spoken.sources.at(-1)?.trouble).toBeUndefined();
    expect(onlineIn(spoken)).toEqual(["Lamp", "Other"]);
  });

  test("are offline when the only bridge that may have them is away, though another listed its own", () => {
    const bridges = [new ScriptedBridge(), new ScriptedBridge({ name: "mqtt://second.lan/zigbee2mqtt" })];
    const spoken = remembered(bridges);
    spoken.bridge.open();
    spoken.bridge.list({ devices: [LAMP], groups: [] });
    expect(onlineIn(spoken)).toEqual(["Lamp", "Other"]);
    spoken.pass(GRACE_MILLIS);
    expect(onlineIn(spoken)).toEqual(["Lamp"]);
  });
});
