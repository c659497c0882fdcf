import { beforeEach, describe, expect, test } from "vitest";
import { aRoom, aScene } from "../../../../../test/support/home/builders.ts";
import { aBulb, aGroup } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import type { Change } from "../../../../core/home/changes/change.ts";
import { unsupportedReason } from "./unsupported-reason.ts";

let scripted: ScriptedGateway;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
  const lamp = aBulb({ name: "Lamp" });
  const scenes = [{ id: 1, name: "Bright" }];
  scripted.bridge.list({ devices: [lamp], groups: [aGroup({ id: 5, name: "Kitchen", members: [lamp], scenes })] });
});

const objection = (change: Change) => unsupportedReason(scripted.home, change);

describe("an operator cannot", () => {
  test.each(["a+b", "#1", "/lamp", "lamp/", "lamp/1", "kitchen/lamp/22"])("call a device %s", (name) => {
    for (const kind of ["deviceRenamed", "deviceAdmitted"] as const) {
      expect(objection({ kind, deviceId: scripted.device("Lamp").id, name })).toContain(
        "Zigbee2MQTT does not allow this name",
      );
    }
  });

  test("rename or remove a group, which is somebody else's", () => {
    const { id: roomId } = scripted.room("Kitchen");
    expect(objection({ kind: "roomRenamed", roomId, name: "Hall" })).toBe(
      '"Kitchen" is a group in Zigbee2MQTT: rename it there, and Luxgate follows.',
    );
    expect(objection({ kind: "roomRemoved", roomId })).toContain("remove it there");
  });

  test("change or remove a scene that the lamps keep", () => {
    const { id: sceneId } = scripted.scene("Bright");
    expect(objection({ kind: "sceneChanged", sceneId, scene: { name: "Dim" } })).toBe(
      '"Bright" is a scene stored in the lamps: change it in Zigbee2MQTT, and Luxgate follows.',
    );
    expect(objection({ kind: "sceneRemoved", sceneId })).toContain("remove it in Zigbee2MQTT");
  });
});

describe("an operator can", () => {
  test.each(["Lamp 1", "kitchen/lamp", "lamp/1a", "1", "灯"])("call a device %s", (name) => {
    expect(objection({ kind: "deviceRenamed", deviceId: scripted.device("Lamp").id, name })).toBeUndefined();
  });

  test("call the gateway whatever they like", () => {
    const deviceId = scripted.home.gateway?.id ?? scripted.device("Lamp").id;
    expect(objection({ kind: "deviceRenamed", deviceId, name: "gate/1" })).toBeUndefined();
  });

  test("do as they like with rooms and scenes of their own, and with those that follow from the rest", () => {
    const room = aRoom({ name: "Attic" });
    const scene = aScene({ name: "Own", roomId: room.id });
    scripted.ask({ kind: "roomAdded", room });
    scripted.ask({ kind: "sceneAdded", scene });
    const { id: wholeHouse } = scripted.home.wholeHouse ?? room;
    for (const change of [
      { kind: "roomRenamed", roomId: room.id, name: "Loft" },
      { kind: "roomRemoved", roomId: room.id },
      { kind: "sceneChanged", sceneId: scene.id, scene: { name: "Mine" } },
      { kind: "sceneRemoved", sceneId: scene.id },
      { kind: "roomRenamed", roomId: wholeHouse, name: "Everything" },
      { kind: "deviceMoved", deviceId: scripted.device("Lamp").id, roomId: room.id, byHand: true },
    ] as const) {
      expect(objection(change)).toBeUndefined();
    }
  });
});
