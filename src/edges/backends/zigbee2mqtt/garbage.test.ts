import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { anyGarbage } from "../../../../test/support/home/any-garbage.ts";
import { aBulb, aGroup, ieeeAddress } from "../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { invariantViolations } from "../../../core/home/changes/invariants.ts";

const HOUSE = {
  devices: [
    aBulb({ ieee: ieeeAddress(1), name: "Lamp" }),
    aBulb({ ieee: ieeeAddress(2), name: "Twin", model: "twoEndpoints" }),
    aBulb({ ieee: ieeeAddress(3), name: "Plug", model: "plug" }),
    aBulb({ ieee: ieeeAddress(4), name: "Strip", model: "gradient" }),
  ],
  groups: [aGroup({ id: 5, name: "Kitchen", members: [aBulb()], scenes: [{ id: 1, name: "Bright" }] })],
};

/** What a person may do meanwhile. */
const anyDeed = fc.constantFrom("open", "close", "command", "recall", "pass", "list");

function doIt(scripted: ScriptedGateway, deed: string): void {
  const { bridge, home } = scripted;
  const [light] = home.lights.all();
  const [scene] = home.scenes.all();
  if (deed === "open") bridge.open();
  if (deed === "close") bridge.close();
  if (deed === "list") bridge.list(HOUSE);
  if (deed === "pass") scripted.pass(35_000);
  if (deed === "command" && light) {
    scripted.ask({ kind: "lightChanged", lightId: light.id, state: { on: true, brightnessPercent: 7 } });
  }
  if (deed === "recall" && scene) void scripted.demand({ kind: "sceneActivated", sceneId: scene.id });
}

describe("whatever is published", () => {
  test("throws nothing, leaves the home valid, and the home is as before once the valid messages come again", () => {
    const anySteps = fc.array(
      fc.oneof({ weight: 8, arbitrary: anyGarbage }, { weight: 1, arbitrary: anyDeed.map((deed) => ({ deed })) }),
      { maxLength: 100, size: "+1" },
    );
    fc.assert(
      fc.property(anySteps, (steps) => {
        const scripted = ScriptedGateway.opened();
        scripted.bridge.list(HOUSE);
        for (const step of steps) {
          if ("deed" in step) doIt(scripted, step.deed);
          else scripted.bridge.deliver(step.topic, step.payload, step);
          expect(invariantViolations(scripted.contents)).toEqual([]);
        }
        expect(scripted.problems.length).toBeLessThanOrEqual(500);
        scripted.bridge.open();
        scripted.bridge.list(HOUSE);
        scripted.pass(100_000);
        expect(scripted.deviceNames).toEqual(["Lamp", "Plug", "Strip", "Twin"]);
        expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"] });
        scripted.bridge.deliver("Twin", { state_l1: "ON", brightness_l1: 254 });
        expect(scripted.light("Twin")).toMatchObject({ on: true, brightnessPercent: 100 });
      }),
      { numRuns: times(150) },
    );
  });

  test.each([
    ["very many lists in each other", "[".repeat(200_000)],
    ["very many objects in each other", '{"state":'.repeat(200_000)],
    ["very many lists in a state", `{"state":${"[".repeat(200_000)}${"]".repeat(200_000)}}`],
    ["very many lists in an update", `{"update":{"latest_version":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`],
    ["a long text", JSON.stringify({ state: "x".repeat(5_000_000), update: { state: "y".repeat(5_000_000) } })],
    ["a hundred thousand colours", JSON.stringify({ gradient: Array(100_000).fill("#ff0000"), state: "ON" })],
  ])("throws nothing: %s", (_what, payload) => {
    const scripted = ScriptedGateway.opened();
    scripted.bridge.list(HOUSE);
    for (const topic of ["bridge/devices", "bridge/groups", "bridge/info", "bridge/state", "bridge/event"]) {
      scripted.bridge.deliver(topic, payload);
    }
    for (const topic of ["Lamp", "Strip", "Lamp/availability", "Lamp/gradient", "5/set", "luxgate/scene/5", "Nobody"]) {
      scripted.bridge.deliver(topic, payload);
    }
    expect(invariantViolations(scripted.contents)).toEqual([]);
    expect(JSON.stringify(scripted.contents).length).toBeLessThan(20_000);
  });
});
