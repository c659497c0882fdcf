import fc from "fast-check";
import type { TSchema } from "typebox";
import { Errors } from "typebox/value";
import { expect, test } from "vitest";
import { anyNumber as number, anyPoint as point, anyText as text } from "../../../test/support/home/arbitraries.ts";
import { aDevice, aLight, aRoom, aScene, aSyncBox } from "../../../test/support/home/builders.ts";
import { NOTHING } from "../../../test/support/home/empty-gateway.ts";
import { allAtOnce } from "../../shared/steps.ts";
import { WireDevice } from "../contract/device.ts";
import { SuccessEnvelope } from "../contract/envelope.ts";
import { WireRoom } from "../contract/room.ts";
import { WireScene } from "../contract/scene.ts";
import { WireSync } from "../contract/sync.ts";
import { type Home, MutableHome } from "../home/home.ts";
import type { HomeContents } from "../home/model/contents.ts";
import type { Device } from "../home/model/device.ts";
import { idFrom, type RoomId } from "../home/model/ids.ts";
import { type CategoryId, PRODUCTS } from "../home/model/product.ts";
import type { NormalRoom } from "../home/model/room.ts";
import { listFrame, oneBody } from "./pages/body.ts";
import { paged } from "./pages/pages.ts";

import { devicesWith, deviceText, roomText, sceneText, syncBoxText } from "./texts.ts";

const zigbee = fc.record({
  ieeeAddress: fc
    .bigInt({ min: 0n, max: 2n ** 64n - 1n })
    .map((address) => `0x${address.toString(16).padStart(16, "0")}`),
  networkAddress: number,
  linkQuality: number,
});
const product = fc.record({
  categoryId: fc.constantFrom(...Object.keys(PRODUCTS).map((id) => Number(id) as CategoryId)),
  ...{ manufacturer: text, model: text, hardwareVersion: text, softwareVersion: text, zigbeeVersion: text },
});
const deviceFields = { name: text, online: fc.boolean(), newVersion: text, serialNumber: text, product };
const device = fc.record({ ...deviceFields, admitted: fc.boolean(), zigbee: fc.option(zigbee) }).map(aDevice);

const configuration = fc.array(fc.record({ point, positionX: fc.integer(), positionY: fc.integer() }));
const syncBox = fc
  .record({
    name: text,
    on: fc.boolean(),
    brightnessPercent: number,
    source: fc.constantFrom("hdmi1" as const, "hdmi2"),
    mode: fc.constantFrom("video" as const, "music", "game"),
    intensity: fc.constantFrom("low" as const, "medium", "high", "highest"),
    stopAction: fc.constantFrom("keep" as const, "lightsOff"),
    selectedConfiguration: fc.constantFrom(1 as const, 2, 3, 4),
    configurations: fc.tuple(configuration, configuration, configuration, configuration),
  })
  .map(aSyncBox);
const room = fc.record({ name: text, type: text, sequence: fc.integer() }).map(aRoom);
const sceneColour = fc.integer({ min: 0, max: 0xffffff });
const scene = fc
  .record({ name: text, active: fc.boolean(), sequence: fc.integer(), colours: fc.array(sceneColour) })
  .map(aScene);

const homeOf = (contents: Partial<HomeContents>): Home => new MutableHome({ ...NOTHING, ...contents });

/** What keeps a JSON text from being what the contract says; nothing when it is. */
const faultsOf = (schema: TSchema, json: string) =>
  Errors(schema, JSON.parse(json)).map(({ instancePath, message }) => `${instancePath} ${message}`);

test("spec §2.4: any sync box at all is on the wire as the contract says", () => {
  fc.assert(
    fc.property(syncBox, room, (box, area) => {
      const json = syncBoxText(homeOf({ rooms: [area] }), { ...box, areaId: area.id });
      expect(faultsOf(WireSync, json)).toEqual([]);
      expect(JSON.parse(json)).toMatchObject({ name: box.name, area_name: area.name });
    }),
  );
});

test("a position in a sync configuration is a whole number, whatever the home holds", () => {
  fc.assert(
    fc.property(number, number, (positionX, positionY) => {
      const [, second, third, fourth] = aSyncBox().configurations;
      const first = [{ point: { x: 0.3, y: 0.3 }, positionX, positionY }];
      const box = aSyncBox({ configurations: [first, second, third, fourth] });
      expect(faultsOf(WireSync, syncBoxText(homeOf({}), box))).toEqual([]);
    }),
  );
});

/** A home of one device in a room, as hostile as they come: none that the gateway would let in. */
function furnished(device: Device, room: NormalRoom): Home {
  return homeOf({
    devices: [device],
    lights: [aLight({ name: device.name })],
    rooms: [
      { ...room, deviceIds: [device.id] },
      { ...room, id: UNASSIGNED, kind: "unassigned" },
    ],
  });
}
const UNASSIGNED = idFrom<RoomId>("D0000000-0000-4000-8000-000000000000");
const EVERYTHING = { lights: true, room: true, zigbee: true, devices: true };

test("spec §2.2: any device at all is on the wire as the contract says, with all its extensions", () => {
  fc.assert(
    fc.property(device, room, (some, around) => {
      const json = deviceText(furnished(some, around), some, EVERYTHING);
      expect(faultsOf(WireDevice, json)).toEqual([]);
      const { name, product, ext_room } = JSON.parse(json);
      expect([name, product.model, ext_room.name]).toEqual([some.name, some.product.model, around.name]);
    }),
  );
});

test("spec §2.5: any room at all is on the wire as the contract says, with all its extensions", () => {
  fc.assert(
    fc.property(device, room, (some, around) => {
      const home = furnished(some, around);
      for (const each of home.rooms.all()) {
        const json = roomText(home, each, EVERYTHING);
        expect(faultsOf(WireRoom, json)).toEqual([]);
        expect(JSON.parse(json)).toMatchObject({ name: around.name, room_type: around.type });
      }
    }),
  );
});

test("spec §2.6: any scene at all is on the wire as the contract says", () => {
  fc.assert(
    fc.property(device, room, scene, (some, around, look) => {
      const json = sceneText(furnished(some, around), look, "http://gate:8080") ?? "";
      expect(faultsOf(WireScene, json)).toEqual([]);
      expect(JSON.parse(json).name).toBe(look.name);
    }),
  );
});

test("spec §2.1: the bytes of any answer are valid UTF-8 and JSON in the envelope of the contract", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  fc.assert(
    fc.property(fc.array(device), room, (devices, around) => {
      const home = homeOf({});
      const pages = allAtOnce(paged(devices, devicesWith(home, EVERYTHING))([]));
      const { begin, end } = listFrame("arr");
      const list = decoder.decode(Buffer.concat([begin, ...pages.map(({ bytes }) => bytes), end(pages.length)]));
      expect(faultsOf(SuccessEnvelope("arr", WireDevice), list)).toEqual([]);
      expect(JSON.parse(list).data.arr.map(({ name }: { name: string }) => name)).toEqual(
        devices.map(({ name }) => name),
      );
      const one = decoder.decode(Buffer.concat(oneBody("obj", roomText(home, around, EVERYTHING))));
      expect(faultsOf(SuccessEnvelope("obj", WireRoom), one)).toEqual([]);
    }),
  );
});
