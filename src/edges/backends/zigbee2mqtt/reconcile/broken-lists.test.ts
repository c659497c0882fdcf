import { beforeEach, describe, expect, test } from "vitest";
import { devicesText, groupsText } from "../../../../../test/support/zigbee2mqtt/bridge-texts.ts";
import { aBulb, aGroup, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { USUAL_STYLE } from "../../../../../test/support/zigbee2mqtt/style.ts";
import { allAtOnce } from "../../../../shared/steps.ts";
import { Lists } from "../bridge/lists.ts";
import { Problems } from "../problems.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
const THIRD = aBulb({ ieee: ieeeAddress(3), name: "Third" });
const DEVICES = devicesText(USUAL_STYLE, [LAMP, OTHER]);
const KITCHEN = aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: [{ id: 1, name: "Bright" }] });
const HALL = aGroup({ id: 7, name: "Hall", members: [OTHER] });
const GROUPS = groupsText([KITCHEN, HALL]);

/** With one entry that cannot be read in place of the last. */
const broken = (list: string): string => JSON.stringify([...JSON.parse(list).slice(0, -1), { strange: true }]);

/** All of the house, whatever was said. */
function expectAll(scripted: ScriptedGateway): void {
  expect(scripted.deviceNames).toEqual(["Lamp", "Other"]);
  expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"], Hall: ["Other"] });
  expect(scripted.scene("Bright").roomId).toBe(scripted.room("Kitchen").id);
}

describe("nothing is removed by a list", () => {
  let scripted: ScriptedGateway;

  beforeEach(() => {
    scripted = ScriptedGateway.opened();
    scripted.bridge.list({ devices: [LAMP, OTHER], groups: [KITCHEN, HALL] });
    scripted.notifications.length = 0;
  });

  test.each([
    ["with an entry that cannot be read", broken(DEVICES)],
    ["that is cut short", DEVICES.slice(0, -20)],
    ["that is cut short between two entries", DEVICES.slice(0, DEVICES.lastIndexOf(',{"ieee_address"'))],
    ["that is empty", "[]"],
    ["of nothing", "[null,null]"],
    ["that is no list", '{"devices":[]}'],
    ["that is no JSON", "online"],
    ["that is an empty text", ""],
  ])("of devices %s, and there is a problem", (_how, text) => {
    scripted.bridge.deliver("bridge/devices", text);
    expectAll(scripted);
    expect(scripted.notifications).toEqual([]);
    expect(scripted.problemsOf("bridge/devices")).not.toEqual([]);
    scripted.bridge.deliver("Other", { state: "ON", brightness: 254 });
    expect(scripted.light("Other")).toMatchObject({ on: true, brightnessPercent: 100 });
    scripted.bridge.deliver("bridge/devices", DEVICES);
    expect(scripted.problemsOf("bridge/devices")).toEqual([]);
  });

  test.each([
    ["with an entry that cannot be read", broken(groupsText([KITCHEN, HALL]).replace(/,\{"id":901.*/, "]"))],
    ["that is cut short", GROUPS.slice(0, -20)],
    ["of nothing", "[null]"],
    ["that is no list", '{"groups":[]}'],
    ["that is an empty text", ""],
  ])("of groups %s, and there is a problem", (_how, text) => {
    scripted.bridge.deliver("bridge/groups", text);
    expectAll(scripted);
    expect(scripted.notifications).toEqual([]);
    expect(scripted.problemsOf("bridge/groups")).not.toEqual([]);
    scripted.bridge.deliver("bridge/groups", GROUPS);
    expect(scripted.problemsOf("bridge/groups")).toEqual([]);
  });

  test("that a restarted gateway gets first, broken as it is", () => {
    scripted = scripted.restarted();
    scripted.bridge.retain("bridge/devices", broken(DEVICES));
    scripted.bridge.retain("bridge/groups", broken(groupsText([KITCHEN, HALL]).replace(/,\{"id":901.*/, "]")));
    scripted.bridge.open();
    expectAll(scripted);
  });

  test("even though the coordinator cannot be read in it", () => {
    const [, ...devices] = JSON.parse(DEVICES);
    scripted.bridge.deliver("bridge/devices", JSON.stringify([{}, ...devices]));
    expectAll(scripted);
    expect(scripted.notifications).toEqual([]);
  });
});

test("newcomers in a broken list come all the same", () => {
  const scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: [LAMP, OTHER], groups: [KITCHEN, HALL] });
  const [coordinator, lamp] = JSON.parse(DEVICES);
  const [, third] = JSON.parse(devicesText(USUAL_STYLE, [THIRD]));
  scripted.bridge.deliver("bridge/devices", JSON.stringify([coordinator, null, lamp, third]));
  expect(scripted.deviceNames).toEqual(["Lamp", "Other", "Third"]);
});

test("a device with an odd definition costs no other, and is a device without lights", () => {
  const odd = { ...LAMP, oddities: { definition: { model: 7, vendor: {}, exposes: { light: true } } } };
  const scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: [odd, OTHER], groups: [] });
  expect(scripted.deviceNames).toEqual(["Lamp", "Other"]);
  expect(scripted.device("Lamp").lightIds).toEqual([]);
  expect(scripted.problemsOf("Lamp")).toEqual(["its exposes are an object, not a list"]);
});

test("what was wrong with a device that is gone is no problem any more", () => {
  const scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: [{ ...LAMP, isDisabled: true }, OTHER], groups: [] });
  expect(scripted.problemsOf("Lamp")).toEqual(["it is disabled in Zigbee2MQTT"]);
  scripted.bridge.list({ devices: [OTHER] });
  expect(scripted.problems).toEqual([]);
});

test("broken lists one after the other do not add up without end", () => {
  const lists = new Lists(new Problems(() => 0));
  const numbersFrom = (first: number) => Array.from({ length: 7_000 }, (_, at) => first + at);
  const say = (topic: string, entries: readonly object[]) => {
    const payload = Buffer.from(JSON.stringify(entries).slice(0, -1));
    return allAtOnce(lists.apply(topic, allAtOnce(lists.parse({ topic, payload, isRetained: true }))));
  };
  for (const numbers of [0, 7_000, 14_000].map(numbersFrom)) {
    const devices = numbers.map((number) => ({ ieee_address: ieeeAddress(number) }));
    const groups = numbers.map((id) => ({ id }));
    expect([say("bridge/devices", devices), say("bridge/groups", groups)]).toEqual(["new", "new"]);
  }
  expect(lists.devices?.devices).toHaveLength(10_000);
  expect(lists.devices?.devices[0]?.ieeeAddress).toBe(ieeeAddress(14_000));
  expect(lists.groups?.groups).toHaveLength(2_000);
});
