import { describe, expect, test } from "vitest";
import { aBulb, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { type RetainedMessage, ScriptedBridge } from "../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { USUAL_STYLE } from "../../../../../test/support/zigbee2mqtt/style.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
const UNATTENDED = { ...USUAL_STYLE, availability: false };
const RENAMED_MILLIS = 3_000;
const SAID_AGAIN_MILLIS = 8_000;

/** Before a broker that keeps that the lamp cannot be reached. */
function keeping({
  style = USUAL_STYLE,
  order,
}: {
  style?: typeof USUAL_STYLE;
  order?: Parameters<ScriptedBridge["open"]>[0];
} = {}) {
  const bridge = new ScriptedBridge();
  bridge.list({ devices: [LAMP, OTHER], groups: [], style });
  bridge.retain("Lamp/availability", { state: "offline" });
  const scripted = new ScriptedGateway({ bridges: [bridge] });
  bridge.open(order);
  return scripted;
}

const isOnline = (scripted: ScriptedGateway, name = "Lamp") => scripted.device(name).online;

/** How often a device came or went. */
const flickers = ({ notifications }: ScriptedGateway) =>
  notifications
    .flatMap(({ replacements }) => replacements)
    .filter((one) => one.in === "devices" && one.before && one.after && one.before.online !== one.after.online);

describe("where Zigbee2MQTT does not keep an eye on availability", () => {
  test("what the broker retained from then is outdated, and live reports count", () => {
    const scripted = keeping({ style: UNATTENDED });
    expect(isOnline(scripted)).toBe(true);
    scripted.bridge.deliver("Lamp/availability", { state: "offline" });
    expect(isOnline(scripted)).toBe(false);
  });

  test("that is so though it is published last of all", () => {
    const isInfo = ({ topic }: RetainedMessage) => Number(topic === "bridge/info");
    const scripted = keeping({
      style: UNATTENDED,
      order: (kept) => kept.toSorted((one, two) => isInfo(one) - isInfo(two)),
    });
    expect(isOnline(scripted)).toBe(true);
  });

  test("that is over as soon as it does", () => {
    const scripted = keeping({ style: UNATTENDED });
    scripted.bridge.list({ style: USUAL_STYLE });
    expect(isOnline(scripted)).toBe(false);
  });

  test.each([
    ["does", { config: { availability: { enabled: true } } }, false],
    ["does, as 1.x says it", { config: { availability: true } }, false],
    ["does, with settings of its own", { config: { availability: { active: { timeout: 10 } } } }, false],
    ["does not, as 1.x says it", { config: { availability: false } }, true],
    ["says nothing of it", { config: {} }, false],
    ["says nothing at all", {}, false],
  ])("is told by its settings: one that %s", (_how, info, expected) => {
    const scripted = keeping();
    scripted.bridge.retain("bridge/info", info);
    expect(isOnline(scripted)).toBe(expected);
  });
});

describe("the reported availability of a device", () => {
  test("is past a moment after it was taken back", () => {
    const scripted = keeping();
    scripted.bridge.retain("Lamp/availability", "");
    scripted.pass(RENAMED_MILLIS - 1);
    expect(isOnline(scripted)).toBe(false);
    scripted.pass(1);
    expect(isOnline(scripted)).toBe(true);
  });

  test("goes over to its new name without a flicker", () => {
    const scripted = keeping();
    scripted.pass(60_000);
    scripted.notifications.length = 0;
    scripted.bridge.retain("Lamp/availability", "");
    scripted.pass(RENAMED_MILLIS - 1);
    scripted.bridge.list({ devices: [{ ...LAMP, name: "Shade" }, OTHER] });
    scripted.bridge.retain("Shade/availability", { state: "offline" });
    scripted.pass(60_000);
    expect(isOnline(scripted, "Shade")).toBe(false);
    expect(flickers(scripted)).toEqual([]);
  });

  test("expires when it is not repeated a while after the broker is back", () => {
    const scripted = keeping();
    scripted.bridge.retain("Other/availability", { state: "offline" });
    scripted.pass(60_000);
    scripted.bridge.close();
    scripted.bridge.retain("Lamp/availability", "");
    scripted.bridge.open();
    scripted.pass(SAID_AGAIN_MILLIS - 1);
    expect([isOnline(scripted), isOnline(scripted, "Other")]).toEqual([false, false]);
    scripted.pass(1);
    expect([isOnline(scripted), isOnline(scripted, "Other")]).toEqual([true, false]);
  });

  test("stays while the broker is away again before all retained messages came", () => {
    const scripted = keeping();
    scripted.pass(60_000);
    scripted.bridge.close();
    scripted.bridge.open((kept) => kept.filter(({ topic }) => topic.startsWith("bridge/")));
    scripted.bridge.close();
    scripted.pass(SAID_AGAIN_MILLIS);
    scripted.bridge.open();
    scripted.pass(60_000);
    expect(isOnline(scripted)).toBe(false);
  });

  test.each([
    ["opens and is lost at once", []],
    ["is lost right after the lists", ["bridge/"]],
  ])("stays though a connection %s, so that nothing was repeated", (_how, delivered) => {
    const scripted = keeping();
    scripted.pass(60_000);
    scripted.notifications.length = 0;
    for (let times = 0; times < 5; times += 1) {
      scripted.bridge.close();
      scripted.pass(1_000);
      scripted.bridge.open((kept) => kept.filter(({ topic }) => delivered.some((start) => topic.startsWith(start))));
      scripted.pass(500);
      scripted.bridge.close();
      scripted.pass(SAID_AGAIN_MILLIS + 1_000);
    }
    scripted.bridge.open();
    scripted.pass(60_000);
    expect(isOnline(scripted)).toBe(false);
    expect(flickers(scripted)).toEqual([]);
  });

  test("has the whole time to be repeated on each connection", () => {
    const scripted = keeping();
    scripted.pass(60_000);
    scripted.bridge.close();
    scripted.bridge.retain("Lamp/availability", "");
    scripted.bridge.open();
    scripted.pass(SAID_AGAIN_MILLIS - 1);
    scripted.bridge.close();
    scripted.bridge.open();
    scripted.pass(SAID_AGAIN_MILLIS - 1);
    expect(isOnline(scripted)).toBe(false);
    scripted.pass(1);
    expect(isOnline(scripted)).toBe(true);
  });

  test("stays if the connection is lost right after it was taken back", () => {
    const scripted = keeping();
    scripted.pass(60_000);
    scripted.bridge.retain("Lamp/availability", "");
    scripted.bridge.close();
    scripted.pass(RENAMED_MILLIS);
    expect(isOnline(scripted)).toBe(false);
    scripted.bridge.open();
    scripted.pass(SAID_AGAIN_MILLIS);
    expect(isOnline(scripted)).toBe(true);
  });
});
