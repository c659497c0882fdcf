import { expect, test } from "vitest";
import { aScene } from "../../../../test/support/builders.ts";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb, aGroup, type StandInGroup } from "../../../../test/support/zigbee2mqtt-devices.ts";

const LAMP = aBulb({ name: "Lamp" });

const kitchenWith = (...scenes: StandInGroup["scenes"]): StandInGroup =>
  aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes });

function withScenes(...scenes: StandInGroup["scenes"]): ScriptedGateway {
  const spoken = ScriptedGateway.opened();
  spoken.bridge.list({ devices: [LAMP], groups: [kitchenWith(...scenes)] });
  return spoken;
}

const namesIn = ({ home }: ScriptedGateway) =>
  home.scenes
    .all()
    .map(({ name }) => name)
    .sort();

test("scenes are added, renamed and removed as their group says, and stay the same meanwhile", () => {
  const spoken = withScenes({ id: 1, name: "Bright" });
  const { id } = spoken.scene("Bright");
  spoken.bridge.list({ groups: [kitchenWith({ id: 1, name: "Bright" }, { id: 2, name: "Dim" })] });
  expect(namesIn(spoken)).toEqual(["Bright", "Dim"]);
  spoken.bridge.list({ groups: [kitchenWith({ id: 1, name: "Noon" }, { id: 2, name: "Dim" })] });
  expect(spoken.scene("Noon").id).toBe(id);
  spoken.bridge.list({ groups: [kitchenWith({ id: 2, name: "Dim" })] });
  expect(namesIn(spoken)).toEqual(["Dim"]);
});

test("scenes of the same number in two rooms are two", () => {
  const spoken = withScenes({ id: 1, name: "Bright" });
  const hall = aGroup({ id: 6, name: "Hall", scenes: [{ id: 1, name: "Bright" }] });
  spoken.bridge.list({ groups: [kitchenWith({ id: 1, name: "Bright" }), hall] });
  expect(new Set(spoken.home.scenes.all().map(({ id }) => id)).size).toBe(2);
});

test("a scene without a name is called by its number", () => {
  expect(namesIn(withScenes({ id: 3, name: "" }, { id: 4, name: "\u0000" }))).toEqual(["Scene 3", "Scene 4"]);
});

test("scenes go with their room", () => {
  const spoken = withScenes({ id: 1, name: "Bright" });
  spoken.bridge.list({ groups: [] });
  expect(namesIn(spoken)).toEqual([]);
});

test("a scene of the operator's own in a group's room is left alone", () => {
  const spoken = withScenes({ id: 1, name: "Bright" });
  spoken.ask({ kind: "sceneAdded", scene: aScene({ name: "Own", roomId: spoken.room("Kitchen").id }) });
  spoken.bridge.list({ groups: [kitchenWith()] });
  expect(namesIn(spoken)).toEqual(["Own"]);
});
