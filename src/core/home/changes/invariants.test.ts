import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { anyHistory } from "../../../../test/support/home/any-change.ts";
import { aDevice, aKey, aSyncBox } from "../../../../test/support/home/builders.ts";
import { FOUNDED, furthered } from "../../../../test/support/home/founded-home.ts";
import { idAt, LitHome, lampJoined, lounge, study } from "../../../../test/support/home/lit-home.ts";
import { contentsOf } from "../home.ts";
import type { HomeContents } from "../model/contents.ts";
import { RESOURCE_KINDS } from "../model/resource-kinds.ts";
import type { SyncBox } from "../model/sync-box.ts";
import type { Change } from "./change.ts";
import { invariantViolations, invariantViolationsInSteps } from "./invariants.ts";

const boxJoined = (syncBox: SyncBox): Change => ({
  kind: "deviceJoined",
  device: aDevice({ id: syncBox.deviceId, lightIds: [], syncBoxId: syncBox.id }),
  lights: [],
  syncBox,
});

/** Lamps in two rooms, a stranger, a sync box that drives the lounge, and two scenes. */
function wholeHome(): HomeContents {
  const home = new LitHome();
  home.lamp("1");
  home.lamp("2", { room: study });
  home.make(lampJoined("3", { name: "Stranger" }, { admitted: false }));
  home.make(boxJoined(aSyncBox({ id: idAt("4"), deviceId: idAt("4"), areaId: lounge.id, on: true })));
  home.scene("1", { active: true });
  home.scene("2");
  home.make({ kind: "keyAdded", key: aKey({ id: idAt("1") }) });
  return contentsOf(home.gateway.home);
}

const WHOLE = wholeHome();

type Kind = Exclude<keyof HomeContents, "identity">;
type Resources = readonly { readonly id: string }[];

const among = (kind: Kind, change: (resources: Resources) => Resources): HomeContents => ({
  ...WHOLE,
  [kind]: change(WHOLE[kind]),
});
/** The home with one of its resources otherwise. */
const but = (kind: Kind, digit: string, fields: object): HomeContents =>
  among(kind, (all) => all.map((one) => (one.id === idAt(digit) ? { ...one, ...fields } : one)));
const without = (kind: Kind, digit: string): HomeContents =>
  among(kind, (all) => all.filter(({ id }) => id !== idAt(digit)));
const twice = (kind: Kind): HomeContents => among(kind, (all) => [...all, ...all.slice(-1)]);
const secondGateway = among("devices", (all) => [...all, { ...all[0], id: idAt("f") }]);
const withoutRoom = (kind: string) => ({ ...WHOLE, rooms: WHOLE.rooms.filter((room) => room.kind !== kind) });

test("a home that changes made holds no contradiction", () => {
  expect(invariantViolations(WHOLE)).toEqual([]);
});

test.each<readonly [what: string, contents: HomeContents, sentence: RegExp]>([
  ["a device that is there twice", twice("devices"), /duplicate id 4444.* in devices/],
  ["a light that is there twice", twice("lights"), /duplicate id .* in lights/],
  ["a sync box that is there twice", twice("syncBoxes"), /duplicate id .* in syncBoxes/],
  ["a room that is there twice", twice("rooms"), /duplicate id .* in rooms/],
  ["a scene that is there twice", twice("scenes"), /duplicate id .* in scenes/],
  ["a key that is there twice", twice("keys"), /duplicate id .* in keys/],
  ["a name that is empty", but("scenes", "1", { name: "" }), /invalid name of 1111.* in scenes/],
  ["a client without a name", but("keys", "1", { name: "" }), /invalid name of 1111.* in keys/],
  [
    "an update to what is installed",
    but("devices", "1", { newVersion: "1.0.0" }),
    /A lamp cannot be updated to 1\.0\.0: it is not newer than the installed version 1\.0/,
  ],
  ["a name that cannot be printed", but("devices", "1", { name: "\u202ex" }), /invalid name of 1111/],
  ["no gateway", { ...WHOLE, devices: WHOLE.devices.slice(1) }, /expected one gateway in the devices, found 0/],
  ["two gateways", secondGateway, /found 2/],
  [
    "a gateway that is not the one of its identity",
    { ...WHOLE, identity: { ...WHOLE.identity, resetId: idAt("9") } },
    /the gateway Luxgate has the id 0D6E.*; expected 9999.*, its reset id/,
  ],
  [
    "a gateway that brings a light",
    {
      ...WHOLE,
      devices: WHOLE.devices.map((device, at) => (at === 0 ? { ...device, lightIds: [idAt("9")] } : device)),
    },
    /the gateway Luxgate has lights or a sync box; expected none/,
  ],
  ["no whole house", withoutRoom("wholeHouse"), /expected one room of the kind wholeHouse, found 0/],
  ["no unassigned room", withoutRoom("unassigned"), /expected one room of the kind unassigned, found 0/],
  [
    "two rooms with one group light",
    { ...WHOLE, rooms: WHOLE.rooms.map((room) => ({ ...room, groupLightId: lounge.groupLightId })) },
    /has the same group light .* as another room/,
  ],
  ["a light of a device that is gone", without("devices", "3"), /the light Stranger does not belong to a device/],
  [
    "a light that is gone",
    without("lights", "3"),
    /A lamp has a light 3333.* that does not exist or belongs to another device/,
  ],
  ["a sync box that is gone", without("syncBoxes", "4"), /A lamp has a sync box 4444/],
  [
    "a sync box whose device does not know it",
    but("devices", "4", { syncBoxId: null }),
    /the sync box A box does not belong to a device/,
  ],
  [
    "a light that two devices have",
    but("devices", "1", { lightIds: [idAt("1"), idAt("3")] }),
    /light 3333.* belongs to another device/,
  ],
  ["a light that a device has twice", but("devices", "1", { lightIds: [idAt("1"), idAt("1")] }), /light 1111.* twice/],
  [
    "a light that says it is another's",
    but("lights", "1", { deviceId: idAt("2") }),
    /A lamp does not belong to a device/,
  ],
  ["a room with a device that is gone", but("rooms", "b", { deviceIds: [idAt("9")] }), /Study contains a device 9999/],
  [
    "a room with a stranger",
    but("rooms", "b", { deviceIds: [idAt("3")] }),
    /Study contains a device 3333.* not admitted/,
  ],
  ["a room with the gateway", but("rooms", "b", { deviceIds: FOUNDED.devices.map(({ id }) => id) }), /Study contains/],
  ["a device in two rooms", but("rooms", "b", { deviceIds: [idAt("1")] }), /A lamp is in two rooms/],
  ["a device twice in a room", but("rooms", "b", { deviceIds: [idAt("2"), idAt("2")] }), /A lamp is in two rooms/],
  [
    "a sync area that is gone",
    but("syncBoxes", "4", { areaId: idAt("9") }),
    /A box drives the lights of a room that does not exist/,
  ],
  ["a light that is said to be driven", but("lights", "2", { drivenBySyncBox: true }), /driven by a sync box/],
  ["a light that is said not to be driven", but("lights", "1", { drivenBySyncBox: false }), /not driven by a sync box/],
  [
    "a scene of a room that is gone",
    but("scenes", "2", { roomId: idAt("9") }),
    /the scene A scene is in a room that does not exist/,
  ],
  ["a scene with a colour that is none", but("scenes", "2", { colours: [-1] }), /has an invalid colour/],
  [
    "a scene that lamps keep and whose colours are known",
    but("scenes", "2", { keptByLamps: true }),
    /is stored in lamps and must not have colours/,
  ],
  ["two active scenes of a room", but("scenes", "2", { active: true }), /is not the only active scene of its room/],
])("%s is found", (_what, contents, sentence) => {
  expect(invariantViolations(contents).join("\n")).toMatch(sentence);
});

test("a light and a sync box of different devices may have the same id", () => {
  const home = new LitHome();
  home.lamp("1");
  home.make(boxJoined(aSyncBox({ id: idAt("1"), deviceId: idAt("2") })));
  expect(invariantViolations(contentsOf(home.gateway.home))).toEqual([]);
});

test("a home that any sequence of changes reached holds no contradiction", () => {
  fc.assert(
    fc.property(anyHistory, (history) => {
      expect(invariantViolations(furthered(FOUNDED, history))).toEqual([]);
    }),
    { numRuns: times(300) },
  );
});

test("a large home is checked one subject in a step", () => {
  expect([...invariantViolationsInSteps(WHOLE)].length).toBeGreaterThan(RESOURCE_KINDS.length);
});
