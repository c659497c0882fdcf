import { beforeEach, describe, expect, test } from "vitest";
import { aRoom } from "../../../../../../test/support/home/builders.ts";
import { aBulb, aGroup, ieeeAddress } from "../../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const SHARED = aBulb({ ieee: ieeeAddress(1), name: "Shared" });
const ONE = aBulb({ ieee: ieeeAddress(2), name: "One" });
const TWO = aBulb({ ieee: ieeeAddress(3), name: "Two" });
const APART = aBulb({ ieee: ieeeAddress(4), name: "Apart" });
const LAMPS = [SHARED, ONE, TWO, APART];
const GROUPS = [
  aGroup({ id: 7, name: "Upper", members: [TWO, SHARED], scenes: [{ id: 1, name: "Reading" }] }),
  aGroup({ id: 3, name: "Lower", members: [SHARED, ONE], scenes: [{ id: 1, name: "Cooking" }] }),
  aGroup({ id: 9, name: "Shed", members: [APART], scenes: [{ id: 1, name: "Working" }] }),
];
const LIT = { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 };
const TAKES_MILLIS = 5_000;

let scripted: ScriptedGateway;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: LAMPS, groups: GROUPS });
  for (const { name } of LAMPS) scripted.bridge.deliver(name, LIT);
});

const shown = () => ["Lower", "Upper", "Shed"].map((room) => scripted.shownIn(room));
const recall = (...groups: readonly string[]) => {
  for (const group of groups) scripted.bridge.deliver(`${group}/set`, { scene_recall: 1 });
};
const shared = () =>
  scripted.bridge.retained
    .filter(([topic]) => topic.startsWith("luxgate/scene/"))
    .map(([topic]) => topic.split("/").at(-1));

function putElsewhere(): void {
  const attic = aRoom({ name: "Attic" });
  scripted.ask({ kind: "roomAdded", room: attic });
  scripted.ask({ kind: "deviceMoved", deviceId: scripted.device("Shared").id, roomId: attic.id, byHand: true });
  expect(scripted.rooms).toMatchObject({ Attic: ["Shared"], Lower: ["One"], Upper: ["Two"] });
}

describe("a lamp in two groups, of which the lower one is its room,", () => {
  test.each([
    ["as it is", () => undefined],
    ["also when it was put elsewhere by hand", putElsewhere],
  ])("ends the scene of the other when it becomes another: %s", (_how, prepare) => {
    prepare();
    recall("Upper", "Shed");
    scripted.pass(TAKES_MILLIS);
    expect(shown()).toEqual([undefined, "Reading", "Working"]);
    scripted.bridge.deliver("One", { ...LIT, brightness: 20 });
    expect(shown()).toEqual([undefined, "Reading", "Working"]);
    scripted.bridge.deliver("Shared", { ...LIT, brightness: 20 });
    expect(shown()).toEqual([undefined, undefined, "Working"]);
    expect(shared()).toEqual(["9"]);
  });

  test.each([
    ["as it is", () => undefined],
    ["also when it was put elsewhere by hand", putElsewhere],
  ])("ends the scene of either when it is commanded: %s", (_how, prepare) => {
    prepare();
    recall("Shed", "Upper");
    scripted.command("Shared", { brightnessPercent: 10 });
    expect(shown()).toEqual([undefined, undefined, "Working"]);
    recall("Lower");
    scripted.command("Shared", { brightnessPercent: 20 });
    expect(shown()).toEqual([undefined, undefined, "Working"]);
    expect(shared()).toEqual(["9"]);
  });

  test("ends no scene of a group that it is in no more", () => {
    const [upper, ...others] = GROUPS.map((group) => (group.id === 7 ? aGroup({ ...group, members: [TWO] }) : group));
    recall("Upper");
    scripted.pass(TAKES_MILLIS);
    scripted.bridge.list({ groups: upper ? [upper, ...others] : others });
    scripted.bridge.deliver("Shared", { ...LIT, brightness: 20 });
    expect(shown()).toEqual([undefined, "Reading", undefined]);
  });
});

describe("a recall", () => {
  test("by somebody else ends scenes of groups that share a lamp, and no others", () => {
    recall("Shed", "Lower");
    expect(shown()).toEqual(["Cooking", undefined, "Working"]);
    recall("Upper");
    expect(shown()).toEqual([undefined, "Reading", "Working"]);
    expect(shared().sort()).toEqual(["7", "9"]);
    recall("Lower");
    expect(shown()).toEqual(["Cooking", undefined, "Working"]);
  });

  test("that is asked for here does as well", async () => {
    recall("Shed", "Lower");
    await scripted.demand({ kind: "sceneActivated", sceneId: scripted.scene("Reading").id });
    expect(shown()).toEqual([undefined, "Reading", "Working"]);
    expect(shared().sort()).toEqual(["7", "9"]);
  });

  test("is shown while the lamp that both share takes it on", () => {
    recall("Lower", "Upper");
    scripted.bridge.deliver("Shared", { ...LIT, brightness: 20 });
    expect(shown()).toEqual([undefined, "Reading", undefined]);
  });
});
