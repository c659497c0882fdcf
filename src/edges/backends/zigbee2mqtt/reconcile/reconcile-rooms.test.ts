import { describe, expect, test } from "vitest";
import { aRoom } from "../../../../../test/support/home/builders.ts";
import { devicesText, groupsText, infoText } from "../../../../../test/support/zigbee2mqtt/bridge-texts.ts";
import { aBulb, aGroup, ieeeAddress, type StandInGroup } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { USUAL_STYLE } from "../../../../../test/support/zigbee2mqtt/style.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
const DEVICES = [LAMP, OTHER];
const KITCHEN = aGroup({ id: 5, name: "Kitchen", members: [LAMP] });
const HALL = aGroup({ id: 7, name: "Hall", members: [LAMP, OTHER] });

function withGroups(...groups: readonly StandInGroup[]): ScriptedGateway {
  const scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: DEVICES, groups });
  return scripted;
}

/** As `luxgate device move` asks for it. */
function move(scripted: ScriptedGateway, name: string, room: string | null): void {
  const roomId = room === null ? null : scripted.room(room).id;
  scripted.ask({ kind: "deviceMoved", deviceId: scripted.device(name).id, roomId, byHand: true });
}

/** As `luxgate device move … auto` asks for it. */
function giveBack(scripted: ScriptedGateway, name: string): void {
  const { id: deviceId } = scripted.device(name);
  scripted.ask({ kind: "deviceMoved", deviceId, roomId: scripted.home.roomIdOf(deviceId) ?? null, byHand: false });
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
    const scripted = withGroups(KITCHEN, HALL);
    scripted.bridge.list({ groups: [{ ...KITCHEN, members: [] }, HALL] });
    expect(scripted.rooms).toEqual({ Kitchen: [], Hall: ["Lamp", "Other"] });
    scripted.bridge.list({ groups: [KITCHEN, HALL] });
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"], Hall: ["Other"] });
  });

  test("by several of its endpoints is in the room once", () => {
    const twice = { ...KITCHEN, members: [11, 12].map((endpoint) => ({ ieee: LAMP.ieee, endpoint })) };
    const scripted = withGroups(twice);
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"] });
  });
});

describe("groups", () => {
  test("that Zigbee2MQTT keeps for itself are no rooms", () => {
    const scripted = withGroups(KITCHEN, aGroup({ id: 901, name: "Mine", members: [OTHER] }));
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"] });
    scripted.bridge.list({ groups: [KITCHEN, aGroup({ id: 3, name: "default_bind_group", members: [OTHER] })] });
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"] });
  });

  test("that are renamed are the same rooms by another name", () => {
    const scripted = withGroups(KITCHEN);
    const { id } = scripted.room("Kitchen");
    scripted.bridge.list({ groups: [{ ...KITCHEN, name: "Cuisine" }] });
    expect(scripted.room("Cuisine").id).toBe(id);
    expect(scripted.rooms).toEqual({ Cuisine: ["Lamp"] });
  });

  test("with names that cannot be printed are called by their numbers", () => {
    expect(withGroups({ ...KITCHEN, name: "\u0007" }).rooms).toEqual({ "Group 5": ["Lamp"] });
  });

  test("that are gone take their rooms with them, and devices go where they belong then", () => {
    const scripted = withGroups(KITCHEN, HALL);
    scripted.bridge.list({ groups: [HALL] });
    expect(scripted.rooms).toEqual({ Hall: ["Lamp", "Other"] });
    scripted.bridge.list({ groups: [] });
    expect(scripted.rooms).toEqual({});
    expect(scripted.deviceNames).toEqual(["Lamp", "Other"]);
  });

  test("are the same rooms when only the bridge itself says which network it is, and late", () => {
    const usual = withGroups(KITCHEN).room("Kitchen").id;
    const scripted = ScriptedGateway.opened();
    const [, ...withoutCoordinator] = JSON.parse(devicesText(USUAL_STYLE, DEVICES));
    scripted.bridge.deliver("bridge/devices", withoutCoordinator);
    scripted.bridge.deliver("bridge/groups", groupsText([KITCHEN]));
    expect(scripted.room("Kitchen").id).not.toBe(usual);
    scripted.bridge.deliver("bridge/info", infoText(USUAL_STYLE, undefined));
    expect(scripted.room("Kitchen").id).toBe(usual);
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"] });
  });

  test("with members that nobody lists have the others all the same", () => {
    const stranger = aBulb({ ieee: ieeeAddress(99) });
    const scripted = withGroups(aGroup({ id: 5, name: "Kitchen", members: [stranger, LAMP] }));
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"] });
  });
});

describe("a device that somebody moved by hand", () => {
  test("stays there, whatever groups say, until it is given back", () => {
    const scripted = withGroups(KITCHEN, HALL);
    move(scripted, "Lamp", "Hall");
    expect(scripted.rooms).toEqual({ Kitchen: [], Hall: ["Lamp", "Other"] });
    scripted.bridge.list({ groups: [KITCHEN, { ...HALL, members: [] }] });
    expect(scripted.rooms).toEqual({ Kitchen: [], Hall: ["Lamp"] });
    giveBack(scripted, "Lamp");
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"], Hall: [] });
  });

  test("out of all rooms stays out", () => {
    const scripted = withGroups(KITCHEN);
    move(scripted, "Lamp", null);
    scripted.bridge.list({ groups: [KITCHEN, HALL] });
    expect(scripted.rooms).toEqual({ Kitchen: [], Hall: ["Other"] });
    giveBack(scripted, "Lamp");
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"], Hall: ["Other"] });
  });

  test("is still there after a restart", () => {
    const before = withGroups(KITCHEN, HALL);
    move(before, "Lamp", "Hall");
    const scripted = before.restarted();
    scripted.bridge.open();
    expect(scripted.rooms).toEqual({ Kitchen: [], Hall: ["Lamp", "Other"] });
  });

  test("goes where it belongs once its room is gone", () => {
    const scripted = withGroups(KITCHEN, HALL);
    move(scripted, "Lamp", "Hall");
    scripted.bridge.list({ groups: [KITCHEN] });
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"] });
    expect(scripted.device("Lamp").placedByHand).toBe(false);
  });
});

describe("a room of the operator's own", () => {
  const OWN = aRoom({ name: "Attic" });

  test("is left alone by every list, and holds what was moved there", () => {
    const scripted = withGroups(KITCHEN, HALL);
    scripted.ask({ kind: "roomAdded", room: OWN });
    move(scripted, "Lamp", "Attic");
    scripted.bridge.list({ devices: DEVICES, groups: [] });
    expect(scripted.rooms).toEqual({ Attic: ["Lamp"] });
  });

  test("that is removed gives its devices back to their groups", () => {
    const scripted = withGroups(KITCHEN);
    scripted.ask({ kind: "roomAdded", room: OWN });
    move(scripted, "Lamp", "Attic");
    scripted.ask({ kind: "roomRemoved", roomId: OWN.id });
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"] });
  });
});

describe("at a restart", () => {
  test("no device leaves its room while the groups are not listed yet, nor is any room another", () => {
    const before = withGroups(KITCHEN, HALL);
    for (const first of ["bridge/devices", "bridge/groups", "bridge/info"]) {
      const scripted = before.restarted();
      scripted.bridge.open((kept) =>
        [...kept].sort((one, other) => Number(other.topic === first) - Number(one.topic === first)),
      );
      const touched = scripted.notifications.flatMap(({ replacements }) => replacements).map(({ in: name }) => name);
      expect(touched).toEqual([]);
      expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"], Hall: ["Other"] });
    }
  });
});
