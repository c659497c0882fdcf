import { describe, expect, test } from "vitest";
import { aRoom } from "../../../../test/support/builders.ts";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { devicesText, groupsText, infoText } from "../../../../test/support/zigbee2mqtt-bridge-texts.ts";
import { aBulb, aGroup, ieeeAddress, type StandInGroup } from "../../../../test/support/zigbee2mqtt-devices.ts";
import { USUAL_STYLE } from "../../../../test/support/zigbee2mqtt-style.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
const DEVICES = [LAMP, OTHER];
const KITCHEN = aGroup({ id: 5, name: "Kitchen", members: [LAMP] });
const HALL = aGroup({ id: 7, name: "Hall", members: [LAMP, OTHER] });

function withGroups(...groups: readonly StandInGroup[]): ScriptedGateway {
  const spoken = ScriptedGateway.opened();
  spoken.bridge.list({ devices: DEVICES, groups });
  return spoken;
}

/** As `luxgate device move` asks for it. */
function move(spoken: ScriptedGateway, name: string, room: string | null): void {
  const roomId = room === null ? null : spoken.room(room).id;
  spoken.ask({ kind: "deviceMoved", deviceId: spoken.device(name).id, roomId, byHand: true });
}

/** As `luxgate device move … auto` asks for it. */
function giveBack(spoken: ScriptedGateway, name: string): void {
  const { id: deviceId } = spoken.device(name);
  spoken.ask({ kind: "deviceMoved", deviceId, roomId: spoken.home.roomIdOf(deviceId) ?? null, byHand: false });
}

describe("a device in several groups", () => {
  test("is in the room of the one with the lowest number, in whatever order they are listed", () => {
    for (const groups of [
      [KITCHEN, HALL],
      [HALL, KITCHEN],
    ]) {
      expect(withGroups(...groups).rooms).toEqual({ Kitchen: ["Lamp"], Hall: ["Other"] });
    }
  });

  test("moves on when that group lets it go, and back", () => {
    const spoken = withGroups(KITCHEN, HALL);
    spoken.bridge.list({ groups: [{ ...KITCHEN, members: [] }, HALL] });
    expect(spoken.rooms).toEqual({ Kitchen: [], Hall: ["Lamp", "Other"] });
    spoken.bridge.list({ groups: [KITCHEN, HALL] });
    expect(spoken.rooms).toEqual({ Kitchen: ["Lamp"], Hall: ["Other"] });
  });

  test("by several of its endpoints is in the room once", () => {
    const twice = { ...KITCHEN, members: [11, 12].map((endpoint) => ({ ieee: LAMP.ieee, endpoint })) };
    const spoken = withGroups(twice);
    expect(spoken.rooms).toEqual({ Kitchen: ["Lamp"] });
  });
});

describe("groups", () => {
  test("that Zigbee2MQTT keeps for itself are no rooms", () => {
    const spoken = withGroups(KITCHEN, aGroup({ id: 901, name: "Mine", members: [OTHER] }));
    expect(spoken.rooms).toEqual({ Kitchen: ["Lamp"] });
    spoken.bridge.list({ groups: [KITCHEN, aGroup({ id: 3, name: "default_bind_group", members: [OTHER] })] });
    expect(spoken.rooms).toEqual({ Kitchen: ["Lamp"] });
  });

  test("that are renamed are the same rooms by another name", () => {
    const spoken = withGroups(KITCHEN);
    const { id } = spoken.room("Kitchen");
    spoken.bridge.list({ groups: [{ ...KITCHEN, name: "Cuisine" }] });
    expect(spoken.room("Cuisine").id).toBe(id);
    expect(spoken.rooms).toEqual({ Cuisine: ["Lamp"] });
  });

  test("with names that cannot be printed are called by their numbers", () => {
    expect(withGroups({ ...KITCHEN, name: "\u0007" }).rooms).toEqual({ "Group 5": ["Lamp"] });
  });

  test("that are gone take their rooms with them, and devices go where they belong then", () => {
    const spoken = withGroups(KITCHEN, HALL);
    spoken.bridge.list({ groups: [HALL] });
    expect(spoken.rooms).toEqual({ Hall: ["Lamp", "Other"] });
    spoken.bridge.list({ groups: [] });
    expect(spoken.rooms).toEqual({});
    expect(spoken.deviceNames).toEqual(["Lamp", "Other"]);
  });

  test("are the same rooms when only the bridge itself says which network it is, and late", () => {
    const usual = withGroups(KITCHEN).room("Kitchen").id;
    const spoken = ScriptedGateway.opened();
    const [, ...withoutCoordinator] = JSON.parse(devicesText(USUAL_STYLE, DEVICES));
    spoken.bridge.say("bridge/devices", withoutCoordinator);
    spoken.bridge.say("bridge/groups", groupsText([KITCHEN]));
    expect(spoken.room("Kitchen").id).not.toBe(usual);
    spoken.bridge.say("bridge/info", infoText(USUAL_STYLE, undefined));
    expect(spoken.room("Kitchen").id).toBe(usual);
    expect(spoken.rooms).toEqual({ Kitchen: ["Lamp"] });
  });

  test("with members that nobody lists have the others all the same", () => {
    const stranger = aBulb({ ieee: ieeeAddress(99) });
    const spoken = withGroups(aGroup({ id: 5, name: "Kitchen", members: [stranger, LAMP] }));
    expect(spoken.rooms).toEqual({ Kitchen: ["Lamp"] });
  });
});

describe("a device that somebody moved by hand", () => {
  test("stays there, whatever groups say, until it is given back", () => {
    const spoken = withGroups(KITCHEN, HALL);
    move(spoken, "Lamp", "Hall");
    expect(spoken.rooms).toEqual({ Kitchen: [], Hall: ["Lamp", "Other"] });
    spoken.bridge.list({ groups: [KITCHEN, { ...HALL, members: [] }] });
    expect(spoken.rooms).toEqual({ Kitchen: [], Hall: ["Lamp"] });
    giveBack(spoken, "Lamp");
    expect(spoken.rooms).toEqual({ Kitchen: ["Lamp"], Hall: [] });
  });

  test("out of all rooms stays out", () => {
    const spoken = withGroups(KITCHEN);
    move(spoken, "Lamp", null);
    spoken.bridge.list({ groups: [KITCHEN, HALL] });
    expect(spoken.rooms).toEqual({ Kitchen: [], Hall: ["Other"] });
    giveBack(spoken, "Lamp");
    expect(spoken.rooms).toEqual({ Kitchen: ["Lamp"], Hall: ["Other"] });
  });

  test("is still there after a restart", () => {
    const before = withGroups(KITCHEN, HALL);
    move(before, "Lamp", "Hall");
    const spoken = before.restarted();
    spoken.bridge.open();
    expect(spoken.rooms).toEqual({ Kitchen: [], Hall: ["Lamp", "Other"] });
  });

  test("goes where it belongs once its room is gone", () => {
    const spoken = withGroups(KITCHEN, HALL);
    move(spoken, "Lamp", "Hall");
    spoken.bridge.list({ groups: [KITCHEN] });
    expect(spoken.rooms).toEqual({ Kitchen: ["Lamp"] });
    expect(spoken.device("Lamp").placedByHand).toBe(false);
  });
});

describe("a room of the operator's own", () => {
  const OWN = aRoom({ name: "Attic" });

  test("is left alone by every list, and holds what was moved there", () => {
    const spoken = withGroups(KITCHEN, HALL);
    spoken.ask({ kind: "roomAdded", room: OWN });
    move(spoken, "Lamp", "Attic");
    spoken.bridge.list({ devices: DEVICES, groups: [] });
    expect(spoken.rooms).toEqual({ Attic: ["Lamp"] });
  });

  test("that is removed gives its devices back to their groups", () => {
    const spoken = withGroups(KITCHEN);
    spoken.ask({ kind: "roomAdded", room: OWN });
    move(spoken, "Lamp", "Attic");
    spoken.ask({ kind: "roomRemoved", roomId: OWN.id });
    expect(spoken.rooms).toEqual({ Kitchen: ["Lamp"] });
  });
});

describe("at a restart", () => {
  test("no device leaves its room while the groups are not listed yet, nor is any room another", () => {
    const before = withGroups(KITCHEN, HALL);
    for (const first of ["bridge/devices", "bridge/groups", "bridge/info"]) {
      const spoken = before.restarted();
      spoken.bridge.open((kept) =>
        [...kept].sort((one, other) => Number(other.topic === first) - Number(one.topic === first)),
      );
      const touched = spoken.happened.flatMap(({ replacements }) => replacements).map(({ in: name }) => name);
      expect(touched).toEqual([]);
      expect(spoken.rooms).toEqual({ Kitchen: ["Lamp"], Hall: ["Other"] });
    }
  });
});
