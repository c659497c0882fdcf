import fc from "fast-check";
import type { AccessKey } from "../../../src/core/home/model/access-key.ts";
import {
  type AccessKeyId,
  type DeviceId,
  type Id,
  idFrom,
  type LightId,
  type PictureId,
  type RoomId,
  type SceneId,
  type SyncBoxId,
} from "../../../src/core/home/model/ids.ts";
import type { Ability, LightState, PowerOn } from "../../../src/core/home/model/light.ts";
import type { LightColour } from "../../../src/core/home/model/light-colour.ts";
import type { SyncBoxState } from "../../../src/core/home/model/sync-box.ts";
import { anyNumber, anyPoint, anyText } from "./arbitraries.ts";
import { aLight, aScene, aSyncBox } from "./builders.ts";
import { UNASSIGNED, WHOLE_HOUSE } from "./founded-home.ts";

/** One time out of eleven something rare. */
const mostly = <Value>(usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 10, arbitrary: usual }, { weight: 1, arbitrary: rare });
export const mostlyJust = <Value>(usual: Value, rare: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  mostly(fc.constant(usual), rare);

/** Ids out of so few that they collide. */
const idOf = <SomeId extends Id<string>>(size: number): fc.Arbitrary<SomeId> =>
  fc.integer({ min: 1, max: size }).map((digit) => idFrom<SomeId>(`${digit}0000000-0000-4000-8000-000000000000`));
export const deviceId = idOf<DeviceId>(3);
export const lightId = idOf<LightId>(4);
export const syncBoxId = idOf<SyncBoxId>(2);
export const roomId = idOf<RoomId>(2);
export const sceneId = idOf<SceneId>(3);
const sceneRoomId = fc.oneof({ weight: 4, arbitrary: roomId }, fc.constantFrom(WHOLE_HOUSE, UNASSIGNED));

/** Names as people give them, now and then none, endless or hostile. */
export const name = mostly(
  fc.constantFrom("One", "Two"),
  fc.oneof(anyText, fc.constantFrom("", " ", "\u202e", "__proto__", "x".repeat(600), "\ud83d\ude00".repeat(300))),
);
export const version = mostly(fc.constantFrom("", "1.0", "2.0"), anyText);
export const linkQuality = mostly(fc.constantFrom(50, 150), anyNumber);
export const sequence = mostly(fc.constantFrom(1, 2), anyNumber);

/** The colours that scenes are made of, so that lights show one now and then. */
const rgb = fc.constantFrom(0xff0000, 0x0000ff, 0xffa500, 0);
const kelvin = mostly(fc.constantFrom(2700, 6500), anyNumber);
const point = mostly(fc.constantFrom({ x: 0.64, y: 0.33 }, { x: 0.15, y: 0.06 }), anyPoint);
const percent = mostly(fc.constantFrom(1, 50), anyNumber);

export const colour: fc.Arbitrary<LightColour> = fc.oneof(
  kelvin.map((degrees): LightColour => ({ mode: "white", kelvin: degrees })),
  point.map((at): LightColour => ({ mode: "xy", point: at })),
  fc
    .record({ hueDegrees: mostly(fc.constantFrom(0, 240), anyNumber), saturationPercent: percent })
    .map((fields): LightColour => ({ mode: "hueSaturation", ...fields })),
  fc.array(point, { minLength: 1, maxLength: 3 }).map((points): LightColour => {
    return { mode: "segments", points: points as [(typeof points)[0], ...typeof points] };
  }),
);

const powerOn: fc.Arbitrary<PowerOn> = fc.record({
  mode: fc.constantFrom("default", "memory", "custom", "on", "off"),
  on: fc.oneof(fc.constantFrom("default" as const, "memory" as const), fc.record({ custom: fc.boolean() })),
  brightness: fc.oneof(fc.constantFrom("default" as const, "memory" as const), fc.record({ customPercent: percent })),
  colour: fc.oneof(
    fc.constantFrom("default" as const, "memory" as const),
    fc.record({ customPoint: point }),
    fc.record({ customKelvin: kelvin }),
  ),
});

export const lightState: fc.Arbitrary<Partial<LightState>> = fc.record(
  { on: fc.boolean(), brightnessPercent: percent, colour, powerOn },
  { requiredKeys: [] },
);

const abilities = fc.constantFrom<Ability[]>(
  ["onOff"],
  ["onOff", "brightness", "colourTemperature"],
  ["onOff", "brightness", "colour"],
  ["onOff", "brightness", "colourTemperature", "colour", "segments"],
);

/** A light of a device; now and then it says that it is another's. */
export const lightOf = (owner: DeviceId) =>
  fc
    .record({
      id: lightId,
      deviceId: mostlyJust(owner, deviceId),
      name,
      abilities,
      drivenBySyncBox: mostlyJust(false, fc.constant(true)),
      segments: fc.constantFrom(1, 3),
      state: mostlyJust({}, lightState),
    })
    .map(({ state, segments, ...fields }) => {
      return aLight({ ...state, ...fields, segments: fields.abilities.includes("segments") ? segments : 0 });
    });

const syncColours = fc.array(fc.record({ point, positionX: anyNumber, positionY: fc.integer() }), { maxLength: 2 });

export const syncBoxState: fc.Arbitrary<Partial<SyncBoxState>> = fc.record(
  {
    on: fc.boolean(),
    areaId: fc.option(roomId),
    brightnessPercent: percent,
    source: fc.constantFrom("hdmi1", "hdmi2"),
    mode: fc.constantFrom("video", "music", "game"),
    selectedConfiguration: fc.constantFrom(1, 2, 3, 4),
    configurations: fc.tuple(syncColours, syncColours, syncColours, syncColours),
  },
  { requiredKeys: [] },
);

export const syncBoxOf = (owner: DeviceId) =>
  fc
    .record({ id: syncBoxId, deviceId: mostlyJust(owner, deviceId), name, on: fc.boolean(), areaId: fc.option(roomId) })
    .map(aSyncBox);

export const sceneColours = mostly(fc.array(rgb, { maxLength: 5 }), fc.array(anyNumber, { maxLength: 2 }));
const picture = fc.option(
  fc.record({
    id: idOf<PictureId>(2),
    mediaType: fc.constantFrom("image/png", "image/gif"),
    bytes: fc.uint8Array({ maxLength: 3 }),
  }),
);

/** Now and then one that lamps keep, or that says so and has colours all the same. */
const look = fc.oneof(
  { weight: 6, arbitrary: fc.record({ keptByLamps: fc.constant(false), colours: sceneColours }) },
  { weight: 3, arbitrary: fc.constant({ keptByLamps: true, colours: [] }) },
  { weight: 1, arbitrary: fc.record({ keptByLamps: fc.constant(true), colours: sceneColours }) },
);

/** Each lamp once, but for rare scenes. */
export const savedLamps = fc.uniqueArray(fc.record({ lightId, on: fc.boolean(), brightnessPercent: percent, colour }), {
  selector: (lamp) => lamp.lightId,
  maxLength: 3,
});

export const scene = fc
  .record(
    { id: sceneId, roomId: sceneRoomId, name, active: fc.boolean(), sequence, look, picture, lamps: savedLamps },
    { requiredKeys: ["id", "roomId", "name", "active", "sequence", "look", "picture"] },
  )
  .map(({ look: shown, ...fields }) => aScene({ ...fields, ...shown }));
const time = fc.constantFrom("2026-11-15T07:00:00.000Z", "2026-11-16T07:00:00.000Z");
export const keyId = idOf<AccessKeyId>(2);
export const accessKey: fc.Arbitrary<AccessKey> = fc.record({
  id: keyId,
  name,
  hash: fc.constantFrom("a".repeat(64), "b".repeat(64)),
  madeAt: time,
  lastUsedAt: fc.option(time),
});
export const keyUse = fc.record({ keyId, at: time });
export const sceneFields = fc.record({ name, colours: sceneColours, picture }, { requiredKeys: [] });
