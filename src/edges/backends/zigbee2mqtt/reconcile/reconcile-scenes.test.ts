import { expect, test } from "vitest";
import { aScene } from "../../../../../test/support/home/builders.ts";
import { aBulb, aGroup, type StandInGroup } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const LAMP = aBulb({ name: "Lamp" });

const kitchenWith = (...scenes: StandInGroup["scenes"]): StandInGroup =>
  aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes });

function withScenes(...scenes: StandInGroup["scenes"]): ScriptedGateway {
  const scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: [LAMP], groups: [kitchenWith(...scenes)] });
  return scripted;
}

const namesIn = ({ home }: ScriptedGateway) =>
  home.scenes
    .all()
    .map(({ name }) => name)
    .sort();

test("scenes are added, renamed and removed as their group says, and stay the same meanwhile", () => {
  const scripted = withScenes({ id: 1, name: "Bright" });
  const { id } = scripted.scene("Bright");
  scripted.bridge.list({ groups: [kitchenWith({ id: 1, name: "Bright" }, { id: 2, name: "Dim" })] });
  expect(namesIn(scripted)).toEqual(["Bright", "Dim"]);
  scripted.bridge.list({ groups: [kitchenWith({ id: 1, name: "Noon" }, { id: 2, name: "Dim" })] });
  expect(scripted.scene("Noon").id).toBe(id);
  scripted.bridge.list({ groups: [kitchenWith({ id: 2, name: "Dim" })] });
  expect(namesIn(scripted)).toEqual(["Dim"]);
});

test("scenes of the same number in two rooms are two", () => {
  const scripted = withScenes({ id: 1, name: "Bright" });
  const hall = aGroup({ id: 6, name: "Hall", scenes: [{ id: 1, name: "Bright" }] });
  scripted.bridge.list({ groups: [kitchenWith({ id: 1, name: "Bright" }), hall] });
  expect(new Set(scripted.home.scenes.all().map(({ id }) => id)).size).toBe(2);
});

test("a scene without a name is called by its number", () => {
  expect(namesIn(withScenes({ id: 3, name: "" }, { id: 4, name: "\u0000" }))).toEqual(["Scene 3", "Scene 4"]);
});

test("scenes go with their room", () => {
  const scripted = withScenes({ id: 1, name: "Bright" });
  scripted.bridge.list({ groups: [] });
  expect(namesIn(scripted)).toEqual([]);
});

test("a scene of the operator's own in a group's room is left alone", () => {
  const scripted = withScenes({ id: 1, name: "Bright" });
  scripted.ask({ kind: "sceneAdded", scene: aScene({ name: "Own", roomId: scripted.room("Kitchen").id }) });
  scripted.bridge.list({ groups: [kitchenWith()] });
  expect(namesIn(scripted)).toEqual(["Own"]);
});
