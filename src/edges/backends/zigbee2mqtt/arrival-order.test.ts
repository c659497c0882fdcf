import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { aBulb, aGroup, ieeeAddress } from "../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedBridge } from "../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { invariantViolations } from "../../../core/home/changes/invariants.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Kitchen/Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Kitchen/Lamp/set", model: "dimmable" });
const HOUSE = {
  devices: [LAMP, OTHER],
  groups: [
    aGroup({ id: 5, name: "Kitchen", members: [LAMP, OTHER], scenes: [{ id: 1, name: "Bright" }] }),
    aGroup({ id: 3, name: "Kitchen/Some", members: [OTHER] }),
  ],
};

/** A broker that keeps all that there is to keep. */
function houseWithRetained(): ScriptedBridge {
  const bridge = new ScriptedBridge();
  bridge.list(HOUSE);
  bridge.retain("Kitchen/Lamp", { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 });
  bridge.retain("Kitchen/Lamp/availability", { state: "online" });
  bridge.retain("Kitchen/Lamp/set", { state: "OFF", brightness: 3, linkquality: 7 });
  bridge.retain("Kitchen/Lamp/set/availability", "offline");
  bridge.retain("luxgate/scene/5", "1");
  return bridge;
}

/** All that is known once nothing is on its way any more. */
function known(scripted: ScriptedGateway): string {
  const { contents, home, backend } = scripted;
  const freshness = home.lights.all().map(({ id }) => backend.condition().freshnessOf(id));
  return JSON.stringify({ contents, freshness });
}

describe("what a broker retains", () => {
  const inOrder = ScriptedGateway.opened({ bridges: [houseWithRetained()] });
  inOrder.pass(10_000);

  test("is all handled", () => {
    expect(inOrder.rooms).toEqual({ Kitchen: ["Kitchen/Lamp"], "Kitchen/Some": ["Kitchen/Lamp/set"] });
    expect(inOrder.light("Kitchen/Lamp")).toMatchObject({ on: true, brightnessPercent: 50 });
    expect(inOrder.device("Kitchen/Lamp/set")).toMatchObject({ online: false, zigbee: { linkQuality: 7 } });
    expect(inOrder.shownIn("Kitchen")).toBe("Bright");
    expect(inOrder.problems).toEqual([]);
  });

  test("makes the same home in whatever order it arrives", () => {
    const { retained } = houseWithRetained();
    const topics = retained.map(([topic]) => topic);
    const anyOrder = fc.shuffledSubarray(topics, { minLength: topics.length, maxLength: topics.length });
    fc.assert(
      fc.property(anyOrder, (order) => {
        const bridge = houseWithRetained();
        const scripted = new ScriptedGateway({ bridges: [bridge] });
        bridge.open((words) => words.toSorted((one, two) => order.indexOf(one.topic) - order.indexOf(two.topic)));
        expect(invariantViolations(scripted.contents)).toEqual([]);
        scripted.pass(10_000);
        expect(known(scripted)).toBe(known(inOrder));
        expect(scripted.problems).toEqual([]);
      }),
      { numRuns: times(400) },
    );
  });

  test("changes nothing of what a restarted gateway knows, in whatever order it arrives", () => {
    const topics = houseWithRetained().retained.map(([topic]) => topic);
    const anyOrder = fc.shuffledSubarray(topics, { minLength: topics.length, maxLength: topics.length });
    fc.assert(
      fc.property(anyOrder, (order) => {
        const bridge = houseWithRetained();
        const scripted = new ScriptedGateway({ bridges: [bridge], contents: inOrder.contents });
        bridge.open((words) => words.toSorted((one, two) => order.indexOf(one.topic) - order.indexOf(two.topic)));
        scripted.pass(10_000);
        expect(scripted.notifications).toEqual([]);
      }),
      { numRuns: times(200) },
    );
  });
});

describe("messages of a device that is not listed", () => {
  test("are buffered, are a problem, and are delivered once it is listed", () => {
    const bridge = new ScriptedBridge();
    const scripted = ScriptedGateway.opened({ bridges: [bridge] });
    bridge.list({ devices: [LAMP], groups: [] });
    bridge.deliver("Stranger", { state: "ON", brightness: 254 });
    bridge.deliver("Stranger/availability", "offline");
    bridge.list({ devices: [LAMP, OTHER] });
    expect(scripted.problemsOf("Stranger")).toEqual(["no device or group has this name"]);
    bridge.list({ devices: [LAMP, { ...OTHER, name: "Stranger" }] });
    expect(scripted.light("Stranger")).toMatchObject({ on: true, brightnessPercent: 100 });
    expect(scripted.device("Stranger").online).toBe(false);
    expect(scripted.problems).toEqual([]);
  });

  test("counts no more once it was taken back", () => {
    const bridge = new ScriptedBridge();
    const scripted = ScriptedGateway.opened({ bridges: [bridge] });
    bridge.list({ devices: [LAMP], groups: [] });
    bridge.deliver("Stranger/availability", "offline");
    bridge.deliver("Stranger/availability", "");
    bridge.list({ devices: [LAMP, { ...OTHER, name: "Stranger" }] });
    expect(scripted.device("Stranger").online).toBe(true);
  });

  test("is kept within bounds, and so are the problems that it makes", () => {
    const bridge = new ScriptedBridge();
    const scripted = ScriptedGateway.opened({ bridges: [bridge] });
    bridge.list({ devices: [LAMP], groups: [] });
    for (let number = 0; number < 30_000; number += 1) bridge.deliver(`Stranger ${number}`, { state: "ON" });
    bridge.list({ devices: [LAMP, OTHER] });
    expect(scripted.problems).toHaveLength(21);
    expect(scripted.problemsOf(bridge.address.name)).toEqual([
      "19980 more topics without a device or group of that name",
    ]);
    bridge.list({ devices: [LAMP, { ...OTHER, name: "Stranger 1" }] });
    expect(scripted.light("Stranger 1").on).toBe(false);
    bridge.list({ devices: [LAMP, { ...OTHER, name: "Stranger 29999" }] });
    expect(scripted.light("Stranger 29999").on).toBe(true);
  });
});
