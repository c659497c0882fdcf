import { describe, expect, test } from "vitest";
import { type Kept, ScriptedBridge } from "../../../../test/support/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb, ieeeAddress } from "../../../../test/support/zigbee2mqtt-devices.ts";
import { USUAL_STYLE } from "../../../../test/support/zigbee2mqtt-style.ts";

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
  bridge.keep("Lamp/availability", { state: "offline" });
  const spoken = new ScriptedGateway({ bridges: [bridge] });
  bridge.open(order);
  return spoken;
}

const isOnline = (spoken: ScriptedGateway, name = "Lamp") => spoken.device(name).online;

/** How often a device came or went. */
const flickers = ({ happened }: ScriptedGateway) =>
  happened
    .flatMap(({ replacements }) => replacements)
    .filter((one) => one.in === "devices" && one.before && one.after && one.before.online !== one.after.online);

describe("where Zigbee2MQTT does not keep an eye on availability", () => {
  test("what the broker kept of it since it did is past, and what is said now counts", () => {
    const spoken = keeping({ style: UNATTENDED });
    expect(isOnline(spoken)).toBe(true);
    spoken.bridge.say("Lamp/availability", { state: "offline" });
    expect(isOnline(spoken)).toBe(false);
  });

  test("that is so though it says so last of all", () => {
    const isInfo = ({ topic }: Kept) => Number(topic === "bridge/info");
    const spoken = keeping({
      style: UNATTENDED,
      order: (kept) => kept.toSorted((one, two) => isInfo(one) - isInfo(two)),
    });
    expect(isOnline(spoken)).toBe(true);
  });

  test("that is over as soon as it does", () => {
    const spoken = keeping({ style: UNATTENDED });
    spoken.bridge.list({ style: USUAL_STYLE });
    expect(isOnline(spoken)).toBe(false);
  });

  test.each([
    ["does", { config: { availability: { enabled: true } } }, false],
    ["does, as 1.x says it", { config: { availability: true } }, false],
    ["does, with settings of its own", { config: { availability: { active: { timeout: 10 } } } }, false],
    ["does not, as 1.x says it", { config: { availability: false } }, true],
    ["says nothing of it", { config: {} }, false],
    ["says nothing at all", {}, false],
  ])("is told by its settings: one that %s", (_how, info, expected) => {
    const spoken = keeping();
    spoken.bridge.keep("bridge/info", info);
    expect(isOnline(spoken)).toBe(expected);
  });
});

describe("what was said of a device's availability", () => {
  test("is past a moment after it was taken back", () => {
    const spoken = keeping();
    spoken.bridge.keep("Lamp/availability", "");
    spoken.pass(RENAMED_MILLIS - 1);
    expect(isOnline(spoken)).toBe(false);
    spoken.pass(1);
    expect(isOnline(spoken)).toBe(true);
  });

  test("goes over to its new name without a flicker", () => {
    const spoken = keeping();
    spoken.pass(60_000);
    spoken.happened.length = 0;
    spoken.bridge.keep("Lamp/availability", "");
    spoken.pass(RENAMED_MILLIS - 1);
    spoken.bridge.list({ devices: [{ ...LAMP, name: "Shade" }, OTHER] });
    spoken.bridge.keep("Shade/availability", { state: "offline" });
    spoken.pass(60_000);
    expect(isOnline(spoken, "Shade")).toBe(false);
    expect(flickers(spoken)).toEqual([]);
  });

  test("is past when it is not said again a while after the broker is back", () => {
    const spoken = keeping();
    spoken.bridge.keep("Other/availability", { state: "offline" });
    spoken.pass(60_000);
    spoken.bridge.close();
    spoken.bridge.keep("Lamp/availability", "");
    spoken.bridge.open();
    spoken.pass(SAID_AGAIN_MILLIS - 1);
    expect([isOnline(spoken), isOnline(spoken, "Other")]).toEqual([false, false]);
    spoken.pass(1);
    expect([isOnline(spoken), isOnline(spoken, "Other")]).toEqual([true, false]);
  });

  test("stays while the broker is away again before all was said", () => {
    const spoken = keeping();
    spoken.pass(60_000);
    spoken.bridge.close();
    spoken.bridge.open((kept) => kept.filter(({ topic }) => topic.startsWith("bridge/")));
    spoken.bridge.close();
    spoken.pass(SAID_AGAIN_MILLIS);
    spoken.bridge.open();
    spoken.pass(60_000);
    expect(isOnline(spoken)).toBe(false);
  });
});
