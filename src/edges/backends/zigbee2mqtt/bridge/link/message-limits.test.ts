import { describe, expect, test } from "vitest";
import { devicesText } from "../../../../../../test/support/zigbee2mqtt/bridge-texts.ts";
import { aBulb, aGroup, ieeeAddress } from "../../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { onlineText, USUAL_STYLE } from "../../../../../../test/support/zigbee2mqtt/style.ts";

const KILOBYTE = 1024;
const MEGABYTE = 1024 * 1024;
const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });

function opened(): ScriptedGateway {
  const scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: [LAMP], groups: [aGroup({ id: 5, name: "Kitchen", members: [LAMP] })] });
  return scripted;
}

/** A text made longer by space, which changes nothing of what it says. */
const stretched = (text: string, bytes: number): string => text.padEnd(bytes);

describe("a message that is as long as may be", () => {
  test("is handled: a state", () => {
    const scripted = opened();
    scripted.bridge.deliver("Lamp", stretched('{"state":"ON"}', 64 * KILOBYTE));
    expect(scripted.light("Lamp").on).toBe(true);
    expect(scripted.problems).toEqual([]);
  });

  test("is handled: the info of a bridge", () => {
    const scripted = opened();
    scripted.bridge.deliver("bridge/info", stretched('{"version":"9.8.7","permit_join":true}', 4 * MEGABYTE));
    expect(scripted.sources.at(-1)?.description).toContain("9.8.7");
    expect(scripted.problems).toEqual([]);
  });

  test("is handled: a list", () => {
    const scripted = opened();
    const text = devicesText(USUAL_STYLE, [LAMP, aBulb({ ieee: ieeeAddress(2), name: "Other" })]);
    scripted.bridge.deliver("bridge/devices", stretched(text, 48 * MEGABYTE));
    expect(scripted.deviceNames).toEqual(["Lamp", "Other"]);
    expect(scripted.problems).toEqual([]);
  });
});

describe("a message that is longer", () => {
  test.each([
    ["Lamp", '{"state":"ON"}'],
    ["Lamp/availability", "offline"],
    ["bridge/state", onlineText(USUAL_STYLE, false)],
    ["Nobody", "{}"],
    ["luxgate/scene/5", "1"],
    ["luxgate/held/1", "{}"],
  ])("is set aside, and that is a problem: %s", (topic, text) => {
    const scripted = opened();
    const { contents } = scripted;
    scripted.bridge.deliver(topic, stretched(text, 64 * KILOBYTE + 1));
    expect(scripted.contents).toEqual(contents);
    expect(scripted.sources.at(-1)?.problem).toBeUndefined();
    expect(scripted.problemsOf(topic)).toEqual(["the message is longer than 64 kB"]);
  });

  test("is set aside, and that is a problem: bridge/info", () => {
    const scripted = opened();
    scripted.bridge.deliver("bridge/info", stretched('{"version":"9.8.7"}', 4 * MEGABYTE + 1));
    expect(scripted.sources.at(-1)?.description).not.toContain("9.8.7");
    expect(scripted.problemsOf("bridge/info")).toEqual(["the message is longer than 4 MB"]);
  });

  test.each(["bridge/devices", "bridge/groups"])("is set aside, and what was listed before is kept: %s", (topic) => {
    const scripted = opened();
    const { contents } = scripted;
    scripted.bridge.deliver(topic, stretched("[]", 48 * MEGABYTE + 1));
    expect(scripted.contents).toEqual(contents);
    expect(scripted.problemsOf(topic)).toEqual(["the message is longer than 48 MB: the previous list is kept"]);
    scripted.bridge.list({ devices: [LAMP], groups: [aGroup({ id: 5, name: "Kitchen", members: [LAMP] })] });
    expect(scripted.problemsOf(topic)).toEqual([]);
  });

  test.each(["bridge/response/backup", "bridge/event", "bridge/logging", "bridge/definitions", "bridge/health"])(
    "is no problem where long ones are usual, and not for us: %s",
    (topic) => {
      const scripted = opened();
      const { contents } = scripted;
      scripted.bridge.deliver(topic, stretched('{"status":"error","error":"no"}', 2 * MEGABYTE));
      expect(scripted.contents).toEqual(contents);
      expect(scripted.problems).toEqual([]);
    },
  );
});
