import { describe, expect, test } from "vitest";
import { OperatedGateway } from "../../../../test/support/gateway/operated-gateway.ts";
import { aKey, aRoom } from "../../../../test/support/home/builders.ts";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { idFrom } from "../../../core/home/model/ids.ts";
import type { CommandName, GivenTo } from "../commands.ts";
import { findDevice } from "./find.ts";

type Given = { [Name in CommandName]: readonly [Name, GivenTo<Name>] }[CommandName];

const NO_ROOM = "not a room. List them with: luxgate rooms";
const CEILING = `"Ceiling" is a ceiling lamp in "Kitchen", ${NO_ROOM}`;
const EVENING = '"Evening" is a scene of "Living room"';
const ACTIVATE = `${EVENING}. Activate it with: luxgate scene activate "Evening"`;
const KITCHEN_LAMPS = '"Kitchen" is a room, with these lamps: "Ceiling"; "Worktop". Name one of them instead.';
const KITCHEN_SCENES = '"Kitchen" is a room, with these scenes: "Cooking". Name one of them instead.';
const PANEL = '"acme#panel" is a paired client, not a device. List them with: luxgate devices';

describe("whoever names something of another kind hears what that is, and what would work:", () => {
  test.each<readonly [...Given, string]>([
    [
      "device.rename",
      { device: "Bedroom", name: "Attic" },
      '"Bedroom" is a room, with these devices: "Bedside left"; "Bedside right"; "Wardrobe"; "Dial". Name one of them instead.',
    ],
    [
      "device.rename",
      { device: "Whole house", name: "Attic" },
      '"Whole house" is a room, with these devices: "TV bar"; "Reading lamp"; "Shelf strip"; "Sync box"; "Ceiling"; "Worktop"; "Bedside left"; "Bedside right"; and 4 more. Name one of them instead.',
    ],
    ["set", { device: "Evening", words: ["on"] }, ACTIVATE],
    ["set", { device: "acme#panel", words: ["on"] }, PANEL],
    [
      "set",
      { device: "Luxgate", words: ["on"] },
      '"Luxgate" is the gateway itself: it has no settings that you can change.',
    ],
    ["set", { device: "Dial", words: ["on"] }, '"Dial" is a dial button: it has no settings that you can change.'],
    ["device.admit", { device: "Evening" }, ACTIVATE],
    ["device.admit", { device: "Unknown bulb", room: "Ceiling" }, CEILING],
    ["device.move", { device: "Kitchen", room: "Bedroom" }, KITCHEN_LAMPS],
    ["device.move", { device: "Porch", room: "Ceiling" }, CEILING],
    ["device.move", { device: "Porch", room: "lx20302-0001" }, CEILING],
    [
      "device.move",
      { device: "Porch", room: "Whole house" },
      '"Whole house" is derived from the other rooms: name one of them.',
    ],
    ["device.remove", { device: "Kitchen" }, KITCHEN_LAMPS],
    ["room.rename", { room: "Ceiling", name: "Attic" }, CEILING],
    ["room.remove", { room: "Evening" }, `${EVENING}, ${NO_ROOM}`],
    ["room.remove", { room: "Luxgate" }, `"Luxgate" is the gateway itself, ${NO_ROOM}`],
    [
      "scene.add",
      { room: "Sync box", name: "Film", colours: [] },
      `"Sync box" is a sync box in "Living room", ${NO_ROOM}`,
    ],
    ["scene.activate", { scene: "Kitchen" }, KITCHEN_SCENES],
    ["scene.remove", { scene: "kitchen" }, KITCHEN_SCENES],
    ["scene.activate", { scene: "Hall" }, '"Hall" is a room without a scene. List all with: luxgate scenes'],
    ["set", { device: "Hall", words: ["on"] }, '"Hall" is a room without lamps, so there is nothing to set.'],
    [
      "scene.activate",
      { scene: "Wardrobe" },
      '"Wardrobe" is an rgb strip in "Bedroom", not a scene. List them with: luxgate scenes',
    ],
    ["key.revoke", { key: "Kitchen" }, '"Kitchen" is a room, not a client. List them with: luxgate keys'],
    ["key.revoke", { key: "Porch" }, '"Porch" is a switched lamp, not a client. List them with: luxgate keys'],
    ["sim.offline", { device: "Kitchen" }, KITCHEN_LAMPS],
    ["sim.latency", { device: "Evening", millis: 10 }, ACTIVATE],
    [
      "sim.switch",
      { device: "Luxgate", to: "on" },
      '"Luxgate" is the gateway itself: the simulation cannot do that to it.',
    ],
    ["sim.switch", { device: "Dial", to: "on" }, '"Dial" is a dial button: it has nothing to switch or set.'],
    [
      "sim.play",
      { text: '- { at: "06:30", offline: Kitchen }' },
      '1:27: offline: expected the name or the serial number of a device of this home; "Kitchen" is a room, with "Ceiling"; "Worktop"',
    ],
    [
      "sim.play",
      { text: '- { at: "06:30", offline: Evening }' },
      '1:27: offline: expected the name or the serial number of a device of this home; "Evening" is a scene',
    ],
  ])("%s %j", async (command, given, line) => {
    const operated = await OperatedGateway.start();
    await operated.gateway.ask({ kind: "roomAdded", room: aRoom({ id: idFrom("AB"), name: "Hall" }) });
    await operated.gateway.ask({ kind: "keyAdded", key: aKey({ name: "acme#panel" }) });
    expect(await operated.refusal(command, given)).toEqual([line]);
  });
});

test("a name that things of several kinds have is explained for each of them", () => {
  const plain = PlainHome.demo();
  plain.submit({ kind: "keyAdded", key: aKey({ name: "Kitchen" }) });
  const found = findDevice(plain.home, "Kitchen");
  expect("refused" in found && found.refused).toEqual([
    KITCHEN_LAMPS,
    '"Kitchen" is a paired client, not a device. List them with: luxgate devices',
  ]);
});

test("a device of that name is found, whatever else bears it", () => {
  const plain = PlainHome.demo();
  plain.submit({ kind: "deviceRenamed", deviceId: plain.device("Porch").id, name: "Kitchen" });
  expect(findDevice(plain.home, "kitchen")).toMatchObject({ found: { serialNumber: "LX20101-0001" } });
});
