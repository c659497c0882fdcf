import { beforeEach, describe, expect, test } from "vitest";
import { SpokenBridge } from "../../../test/support/spoken-bridge.ts";
import { SpokenGateway } from "../../../test/support/spoken-gateway.ts";
import { aBulb, ieeeAddress } from "../../../test/support/zigbee2mqtt-devices.ts";
import { USUAL_STYLE } from "../../../test/support/zigbee2mqtt-style.ts";
import { removalOf, renamingOf } from "./ids.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
const TAKES_MILLIS = 60_000;

/** As `luxgate device remove` does it. */
function forget(spoken: SpokenGateway, name: string, { isForced = false } = {}): void {
  const device = spoken.device(name);
  spoken.ask({ kind: "deviceLeft", deviceId: device.id });
  spoken.backend.forget({ device, lights: [], syncBox: null, isForced });
}

describe("a device that is removed", () => {
  let spoken: SpokenGateway;

  beforeEach(() => {
    spoken = SpokenGateway.opened();
    spoken.bridge.list({ devices: [LAMP, OTHER], groups: [] });
    spoken.bridge.take();
  });

  test("is sent away by Zigbee2MQTT", () => {
    const { id } = spoken.device("Lamp");
    forget(spoken, "Lamp");
    expect(spoken.bridge.take("device/remove")).toMatchObject([
      { topic: "bridge/request/device/remove", payload: { id: LAMP.ieee, transaction: removalOf(id) } },
    ]);
  });

  test("by force is sent away whether it answers or not, and only then", () => {
    forget(spoken, "Lamp");
    forget(spoken, "Other", { isForced: true });
    expect(spoken.bridge.take("device/remove").map(({ payload }) => payload)).toEqual([
      { id: LAMP.ieee, transaction: expect.any(String) },
      { id: OTHER.ieee, force: true, transaction: expect.any(String) },
    ]);
  });

  test("goes once: nobody hears of it coming back in between", () => {
    const heard: string[] = [];
    spoken.gateway.watch(({ replacements }) => {
      for (const { in: name, after } of replacements) if (name === "devices") heard.push(after ? "came" : "went");
    });
    forget(spoken, "Lamp");
    expect(heard).toEqual(["went"]);
  });

  test("is gone at once, though it is listed and says something", () => {
    forget(spoken, "Lamp");
    expect(spoken.deviceNames).toEqual(["Other"]);
    spoken.bridge.list({ devices: [LAMP, { ...OTHER, name: "Another" }] });
    spoken.bridge.say("Lamp", { state: "ON" });
    spoken.bridge.say("Lamp/availability", { state: "online" });
    expect(spoken.deviceNames).toEqual(["Another"]);
    spoken.bridge.list({ devices: [{ ...OTHER, name: "Another" }] });
    spoken.pass(2 * TAKES_MILLIS);
    expect(spoken.deviceNames).toEqual(["Another"]);
    expect(spoken.problems).toEqual([]);
  });

  test("is gone at once though not all of the list can be read", () => {
    const broken = { ...OTHER, oddities: { ieee_address: null } };
    spoken.bridge.list({ devices: [LAMP, broken] });
    forget(spoken, "Lamp");
    expect(spoken.deviceNames).toEqual(["Other"]);
  });

  test("is gone though a list brought it back that cannot be read to its end", () => {
    const device = spoken.device("Lamp");
    spoken.ask({ kind: "deviceLeft", deviceId: device.id });
    spoken.bridge.list({ devices: [LAMP, { ...OTHER, oddities: { ieee_address: null } }] });
    spoken.backend.forget({ device, lights: [], syncBox: null, isForced: false });
    expect(spoken.deviceNames).toEqual(["Other"]);
  });

  test("may join again, as the one that it was", () => {
    const { id } = spoken.device("Lamp");
    forget(spoken, "Lamp");
    spoken.bridge.list({ devices: [OTHER] });
    spoken.bridge.list({ devices: [LAMP, OTHER] });
    expect(spoken.device("Lamp").id).toBe(id);
  });

  test("is back when Zigbee2MQTT refuses, and that is a problem", () => {
    const { id } = spoken.device("Lamp");
    forget(spoken, "Lamp");
    const refusal = { status: "error", error: "Failed to remove device 'Lamp'", data: {} };
    spoken.bridge.say("bridge/response/device/remove", { ...refusal, transaction: "somebody else's" });
    spoken.bridge.say("bridge/response/device/remove", refusal);
    expect(spoken.deviceNames).toEqual(["Other"]);
    spoken.bridge.say("bridge/response/device/remove", { ...refusal, transaction: removalOf(id) });
    expect(spoken.deviceNames).toEqual(["Lamp", "Other"]);
    expect(spoken.problemsOf("bridge/request/device/remove")).toEqual([
      "Failed to remove device 'Lamp'. If it does not answer: luxgate device remove … --force",
    ]);
  });

  test("is back when Zigbee2MQTT never heard of it, and that is a problem", () => {
    spoken.bridge.close();
    forget(spoken, "Lamp");
    spoken.bridge.open();
    expect(spoken.deviceNames).toEqual(["Other"]);
    spoken.pass(TAKES_MILLIS);
    expect(spoken.deviceNames).toEqual(["Lamp", "Other"]);
    expect(spoken.problemsOf("Lamp")).toEqual(["Zigbee2MQTT did not remove it"]);
  });

  test("from one of two networks that list it is in the other then", () => {
    const second = new SpokenBridge({ name: "mqtt://second.lan/zigbee2mqtt" });
    spoken = SpokenGateway.opened({ bridges: [spoken.bridge, second] });
    second.list({ devices: [LAMP], groups: [], style: { ...USUAL_STYLE, coordinator: "0x00124b00aaaaaaaa" } });
    forget(spoken, "Lamp");
    expect(spoken.deviceNames).toEqual(["Other"]);
    spoken.bridge.list({ devices: [OTHER] });
    expect(spoken.deviceNames).toEqual(["Lamp", "Other"]);
    expect(second.take("device/remove")).toEqual([]);
  });
});

describe("a device that is renamed here", () => {
  let spoken: SpokenGateway;

  beforeEach(() => {
    spoken = SpokenGateway.opened();
    spoken.bridge.list({ devices: [LAMP, OTHER], groups: [] });
    spoken.bridge.take();
    spoken.ask({ kind: "deviceRenamed", deviceId: spoken.device("Lamp").id, name: "Shade" });
  });

  test("is renamed by Zigbee2MQTT", () => {
    expect(spoken.bridge.take("rename")).toMatchObject([
      { topic: "bridge/request/device/rename", payload: { from: LAMP.ieee, to: "Shade" } },
    ]);
    spoken.bridge.list({ devices: [{ ...LAMP, name: "Shade" }, OTHER] });
    expect(spoken.deviceNames).toEqual(["Other", "Shade"]);
    expect(spoken.bridge.take("rename")).toEqual([]);
  });

  test("is called as before when Zigbee2MQTT refuses, and that is a problem", () => {
    expect(spoken.deviceNames).toEqual(["Other", "Shade"]);
    const transaction = renamingOf(spoken.device("Shade").id);
    spoken.bridge.say("bridge/response/device/rename", { status: "error", error: "it is taken", transaction });
    expect(spoken.deviceNames).toEqual(["Lamp", "Other"]);
    expect(spoken.problemsOf("bridge/request/device/rename")).toEqual(["it is taken"]);
  });

  test("is called so still when Zigbee2MQTT refuses what others asked, and that is no problem", () => {
    const refusal = { status: "error", error: "it is taken", data: {} };
    for (const words of [refusal, { ...refusal, transaction: "theirs" }, { ...refusal, transaction: 7 }]) {
      spoken.bridge.say("bridge/response/device/rename", words);
      spoken.bridge.say("bridge/response/group/members/add", words);
    }
    expect(spoken.deviceNames).toEqual(["Other", "Shade"]);
    expect(spoken.problems).toEqual([]);
  });

  test("is called as before when Zigbee2MQTT never answers, and that is a problem", () => {
    spoken.pass(10_000);
    expect(spoken.deviceNames).toEqual(["Lamp", "Other"]);
    expect(spoken.problemsOf("Lamp")).toEqual(["Zigbee2MQTT did not rename it"]);
  });

  test("is not renamed again when it is called so already", () => {
    spoken.bridge.list({ devices: [{ ...LAMP, name: "Shade" }, OTHER] });
    spoken.bridge.take();
    spoken.ask({ kind: "deviceRenamed", deviceId: spoken.device("Shade").id, name: "Shade" });
    expect(spoken.bridge.published).toEqual([]);
  });
});

test("answers that tell of no error are no problem", () => {
  const spoken = SpokenGateway.opened();
  spoken.bridge.list({ devices: [LAMP], groups: [] });
  for (const words of [{ status: "ok", data: {} }, {}, [], null, "error"]) {
    spoken.bridge.say("bridge/response/device/remove", words);
    spoken.bridge.say("bridge/response/", words);
    spoken.bridge.say("bridge/logging", words);
  }
  expect(spoken.problems).toEqual([]);
  spoken.bridge.say("bridge/response/options", { status: "error", error: "of somebody else's" });
  expect(spoken.problems).toEqual([]);
  spoken.bridge.say("bridge/response/options", { status: "error", error: 7, transaction: "luxgate anything" });
  expect(spoken.problemsOf("bridge/request/options")).toEqual(["it does not say why"]);
});
