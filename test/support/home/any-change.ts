import fc from "fast-check";
import type { Change, DeviceEdit } from "../../../src/core/home/changes/change.ts";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import type { Device } from "../../../src/core/home/model/device.ts";
import type { Room } from "../../../src/core/home/model/room.ts";
import { describing, joining } from "../zigbee2mqtt/any-joining.ts";
import {
  accessKey,
  deviceId,
  keyId,
  keyUse,
  lightId,
  lightState,
  linkQuality,
  mostlyJust,
  name,
  roomId,
  savedLamps,
  scene,
  sceneColours,
  sceneFields,
  sceneId,
  sequence,
  syncBoxId,
  syncBoxState,
  version,
} from "./any-resource.ts";
import { aRoom } from "./builders.ts";
import { IDENTITY } from "./empty-gateway.ts";
import { FOUNDED, furthered } from "./founded-home.ts";
import { ofIdentity } from "./of-identity.ts";

const room = fc
  .record({
    id: roomId,
    name,
    sequence,
    kind: mostlyJust<Room["kind"]>("normal", fc.constantFrom("unassigned", "wholeHouse")),
    deviceIds: mostlyJust<Device["id"][]>([], fc.array(deviceId)),
  })
  .map((fields) => ({ ...aRoom({ id: fields.id }), ...fields }));

const place = fc.record({ roomId: fc.option(roomId), byHand: fc.boolean() }, { requiredKeys: ["roomId"] });

/** Edits of different devices. */
export const anyEdits: fc.Arbitrary<readonly DeviceEdit[]> = fc.uniqueArray(
  fc.oneof(
    fc.record({ kind: fc.constant("deviceRenamed" as const), deviceId, name }),
    fc.tuple(deviceId, place).map(([id, where]) => ({ kind: "deviceMoved" as const, deviceId: id, ...where })),
  ),
  { selector: (edit) => `${edit.kind} ${edit.deviceId}`, maxLength: 4 },
);

/** Every kind of change by itself. */
const changes = {
  deviceJoined: joining,
  deviceDescribed: describing,
  deviceLinkQualityReported: fc.record({ deviceId, linkQuality }),
  deviceAdmitted: fc.record({ deviceId, name, place }, { requiredKeys: ["deviceId"] }),
  deviceRenamed: fc.record({ deviceId, name }),
  deviceReached: fc.record({ deviceId, online: fc.boolean() }),
  deviceUpdateFound: fc.record({ deviceId, newVersion: version }),
  deviceUpdated: fc.record({ deviceId, softwareVersion: version }),
  deviceMoved: fc.tuple(deviceId, place).map(([id, where]) => ({ deviceId: id, ...where })),
  devicesEdited: fc.record({ edits: anyEdits }),
  deviceTakenAsLamp: fc.record({ deviceId, asLamp: fc.boolean() }),
  deviceLeft: fc.record({ deviceId }),
  lightChanged: fc.record({ lightId, state: lightState }),
  lightsChanged: fc.record({ deviceId, state: lightState }),
  roomLightsChanged: fc.record({ roomId, state: lightState }),
  syncBoxChanged: fc.record({ syncBoxId, state: syncBoxState }),
  roomAdded: fc.record({ room }),
  roomRenamed: fc.record({ roomId, name }),
  roomTypeChanged: fc.record({ roomId, type: name }),
  roomNumbered: fc.record({ roomId, sequence: fc.integer({ min: 0, max: 5 }) }),
  roomsOrdered: fc.record({ roomIds: fc.uniqueArray(roomId) }),
  roomRemoved: fc.record({ roomId }),
  sceneAdded: fc.record({ scene }),
  sceneChanged: fc.record({ sceneId, scene: sceneFields }),
  sceneSaved: fc.record({ sceneId, lamps: savedLamps, colours: sceneColours }),
  scenesOrdered: fc.record({ roomId, sceneIds: fc.uniqueArray(sceneId) }),
  sceneActivated: fc.record({ sceneId }),
  sceneOver: fc.record({ sceneId }),
  sceneRemoved: fc.record({ sceneId }),
  keyAdded: fc.record({ key: accessKey }),
  keyUsed: keyUse,
  keyRevoked: fc.record({ keyId }),
} satisfies Record<
  Exclude<Change["kind"], "homeReplaced" | "homeImported" | "resourcesMirrored">,
  fc.Arbitrary<object>
>;

/** What furnishes a home comes more often than what empties it. */
const WEIGHTS: Partial<Record<Change["kind"], number>> = {
  ...{
    deviceJoined: 6,
    deviceDescribed: 4,
    deviceLinkQualityReported: 3,
    deviceMoved: 4,
    roomAdded: 3,
    lightChanged: 4,
    sceneAdded: 3,
    sceneActivated: 3,
  },
};

const ordinaryChange: fc.Arbitrary<Change> = fc.oneof(
  ...Object.entries(changes).map(([kind, fields]) => ({
    weight: WEIGHTS[kind as Change["kind"]] ?? 1,
    arbitrary: (fields as fc.Arbitrary<object>).map((some) => ({ kind, ...some }) as Change),
  })),
);

/** Ways in which a home cannot be. */
const TAMPERINGS: readonly ((contents: HomeContents) => HomeContents)[] = [
  (contents) => ({ ...contents, devices: contents.devices.slice(1) }),
  (contents) => ({ ...contents, identity: { ...contents.identity, resetId: "9D1C5AF0-7E0B-4C57-8F6D-6A4B6C0E2F11" } }),
  (contents) => ({ ...contents, devices: contents.devices.map((device) => ({ ...device, newVersion: "0.1" })) }),
  (contents) => ({ ...contents, rooms: contents.rooms.slice(0, -1) }),
  (contents) => ({ ...contents, lights: contents.lights.slice(1) }),
  (contents) => ({ ...contents, scenes: [...contents.scenes, ...contents.scenes.slice(0, 1)] }),
  (contents) => ({ ...contents, rooms: contents.rooms.map((some) => ({ ...some, name: "\u0000" })) }),
  (contents) => ({ ...contents, lights: contents.lights.map((light) => ({ ...light, brightnessPercent: NaN })) }),
  (contents) => ({ ...contents, lights: contents.lights.map((light) => ({ ...light, drivenBySyncBox: true })) }),
];

/** Any home that changes can make, with its gateway and both derived rooms. */
export const anyContents: fc.Arbitrary<HomeContents> = fc
  .array(ordinaryChange, { maxLength: 30, size: "max" })
  .map((history) => furthered(FOUNDED, history));

const homeReplaced = fc
  .record({
    kind: fc.constantFrom("homeReplaced" as const, "homeImported" as const),
    contents: anyContents,
    identity: fc.constantFrom(IDENTITY, { ...IDENTITY, resetId: "4D1C5AF0-7E0B-4C57-8F6D-6A4B6C0E2F11" }),
    tamperWith: mostlyJust((contents: HomeContents) => contents, fc.constantFrom(...TAMPERINGS)),
  })
  .map(({ kind, contents, identity, tamperWith }): Change => {
    return { kind, contents: tamperWith(ofIdentity(contents, identity)) };
  });

/** Any change at all, possible or not, with names and numbers as hostile as they come. */
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 60, arbitrary: ordinaryChange },
  { weight: 1, arbitrary: homeReplaced },
);

export const anyHistory: fc.Arbitrary<readonly Change[]> = fc.array(anyChange, {
  minLength: 1,
  maxLength: 100,
  size: "max",
});
