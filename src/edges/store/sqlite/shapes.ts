import { type Static, type TSchema, Type } from "typebox";
import type { AccessKey } from "../../../core/home/model/access-key.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Identity } from "../../../core/home/model/identity.ts";
import type { Light } from "../../../core/home/model/light.ts";
import { type CategoryId, PRODUCTS } from "../../../core/home/model/product.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { Picture, Scene } from "../../../core/home/model/scene.ts";
import type { SyncBox } from "../../../core/home/model/sync-box.ts";

/** A model's type as it is once it has been through JSON: without brands and with plain arrays. */
type Plain<Value> = Value extends string
  ? string extends Value
    ? Value
    : Value extends { readonly [brand: symbol]: unknown }
      ? string
      : Value
  : Value extends object
    ? { -readonly [Key in keyof Value]: Plain<Value[Key]> }
    : Value;

/** The names of all fields of a type, also of those that only some members of a union have. */
type FieldOf<Value> = Value extends unknown ? keyof Value : never;

/** The names of the fields that a type need not have. */
type OptionalOf<Value> = Value extends unknown
  ? { [Key in keyof Value]-?: Record<never, never> extends Pick<Value, Key> ? Key : never }[keyof Value]
  : never;

/**
 * A shape that does not compile when the model gets a field of another type, or one more field, or when the shape may do
 * without a field that the model has; the error names the field.
 */
const shapeOf =
  <Model>() =>
  <Shape extends TSchema>(
    shape: Plain<Model> extends Static<Shape>
      ? FieldOf<Model> extends FieldOf<Static<Shape>>
        ? OptionalOf<Static<Shape>> extends OptionalOf<Model>
          ? Shape
          : { readonly mustRequire: Exclude<OptionalOf<Static<Shape>>, OptionalOf<Model>> }
        : { readonly lacks: Exclude<FieldOf<Model>, FieldOf<Static<Shape>>> }
      : never,
  ): Shape =>
    shape as Shape;

/** What each resource must look like to be taken out of a file. */
const Uuid = Type.String({
  pattern: "^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$",
  description: "a UUID in upper case",
});
const Name = Type.String({ maxLength: 256, description: "a name" });
const Rgb = Type.Integer({ minimum: 0, maximum: 0xffffff, description: "a colour from 0 to 16777215" });
const Xy = Type.Object({ x: Type.Number(), y: Type.Number() });

export const IdentityShape = shapeOf<Identity>()(
  Type.Object({
    mac: Type.String({ pattern: "^([0-9A-F]{2}:){5}[0-9A-F]{2}$", description: "a MAC address" }),
    resetId: Uuid,
  }),
);

const CATEGORIES = Object.keys(PRODUCTS).map(Number) as readonly CategoryId[];

export const DeviceShape = shapeOf<Device>()(
  Type.Object({
    id: Uuid,
    serialNumber: Type.String(),
    name: Name,
    admitted: Type.Boolean(),
    online: Type.Boolean(),
    newVersion: Type.String(),
    product: Type.Object({
      categoryId: Type.Unsafe<CategoryId>(
        Type.Integer({ enum: [...CATEGORIES], description: "a category of a product" }),
      ),
      manufacturer: Type.String(),
      model: Type.String(),
      hardwareVersion: Type.String(),
      softwareVersion: Type.String(),
      zigbeeVersion: Type.String(),
    }),
    zigbee: Type.Union([
      Type.Null(),
      Type.Object({ ieeeAddress: Type.String(), networkAddress: Type.Number(), linkQuality: Type.Number() }),
    ]),
    lightIds: Type.Array(Uuid),
    syncBoxId: Type.Union([Type.Null(), Uuid]),
    placedByHand: Type.Boolean(),
    asLamp: Type.Optional(Type.Boolean()),
  }),
);

const Colour = Type.Union([
  Type.Object({ mode: Type.Literal("white"), kelvin: Type.Number() }),
  Type.Object({ mode: Type.Literal("xy"), point: Xy }),
  Type.Object({ mode: Type.Literal("hueSaturation"), hueDegrees: Type.Number(), saturationPercent: Type.Number() }),
  Type.Object({ mode: Type.Literal("segments"), points: Type.Array(Xy, { minItems: 1 }) }),
]);

const Usual = Type.Enum(["default", "memory"]);

export const LightShape = shapeOf<Light>()(
  Type.Object({
    id: Uuid,
    deviceId: Uuid,
    name: Name,
    on: Type.Boolean(),
    brightnessPercent: Type.Number(),
    colour: Colour,
    powerOn: Type.Object({
      mode: Type.Enum(["default", "memory", "custom", "on", "off"]),
      on: Type.Union([Usual, Type.Object({ custom: Type.Boolean() })]),
      brightness: Type.Union([Usual, Type.Object({ customPercent: Type.Number() })]),
      colour: Type.Union([Usual, Type.Object({ customPoint: Xy }), Type.Object({ customKelvin: Type.Number() })]),
    }),
    drivenBySyncBox: Type.Boolean(),
    abilities: Type.Array(
      Type.Enum([
        "onOff",
        "brightness",
        "colourTemperature",
        "colour",
        "segments",
        "settingLength",
        "dynamicEffects",
        "currentSetting",
      ]),
    ),
    segments: Type.Integer({ minimum: 0, description: "a number of segments" }),
    whites: Type.Optional(Type.Object({ coolestKelvin: Type.Number(), warmestKelvin: Type.Number() })),
    dimming: Type.Optional(
      Type.Object({
        madePercent: Type.Number({ minimum: 1, maximum: 100 }),
        factor: Type.Number({ exclusiveMinimum: 0 }),
      }),
    ),
  }),
);

const SyncColours = Type.Array(Type.Object({ point: Xy, positionX: Type.Number(), positionY: Type.Number() }));

export const SyncBoxShape = shapeOf<SyncBox>()(
  Type.Object({
    id: Uuid,
    deviceId: Uuid,
    name: Name,
    on: Type.Boolean(),
    brightnessPercent: Type.Number(),
    source: Type.Enum(["hdmi1", "hdmi2"]),
    mode: Type.Enum(["video", "music", "game"]),
    intensity: Type.Enum(["low", "medium", "high", "highest"]),
    stopAction: Type.Enum(["keep", "lightsOff"]),
    selectedConfiguration: Type.Enum([1, 2, 3, 4]),
    configurations: Type.Tuple([SyncColours, SyncColours, SyncColours, SyncColours]),
    areaId: Type.Union([Type.Null(), Uuid]),
  }),
);

const AnyRoom = {
  id: Uuid,
  name: Name,
  type: Type.String(),
  sequence: Type.Number(),
  groupLightId: Uuid,
};

export const RoomShape = shapeOf<Room>()(
  Type.Union([
    Type.Object({ ...AnyRoom, kind: Type.Literal("normal"), deviceIds: Type.Array(Uuid) }),
    Type.Object({ ...AnyRoom, kind: Type.Enum(["wholeHouse", "unassigned"]) }),
  ]),
);

const Time = Type.String({ maxLength: 64, description: "a time in ISO 8601" });

export const AccessKeyShape = shapeOf<AccessKey>()(
  Type.Object({
    id: Uuid,
    name: Name,
    hash: Type.String({ pattern: "^[0-9a-f]{64}$", description: "a SHA-256 digest" }),
    madeAt: Time,
    lastUsedAt: Type.Union([Type.Null(), Time]),
  }),
);

/** A scene names its picture; the picture's bytes stand beside it, once for all scenes. */
export const SceneShape = shapeOf<Omit<Scene, "picture"> & { readonly picture: string | null }>()(
  Type.Object({
    id: Uuid,
    roomId: Uuid,
    name: Name,
    active: Type.Boolean(),
    sequence: Type.Number(),
    keptByLamps: Type.Boolean(),
    colours: Type.Array(Rgb),
    picture: Type.Union([Type.Null(), Uuid]),
    lamps: Type.Optional(
      Type.Array(Type.Object({ lightId: Uuid, on: Type.Boolean(), brightnessPercent: Type.Number(), colour: Colour })),
    ),
  }),
);

export const PictureShape = shapeOf<Omit<Picture, "bytes"> & { readonly base64: string }>()(
  Type.Object({
    id: Uuid,
    mediaType: Type.Enum(["image/png", "image/jpeg", "image/webp", "image/gif"]),
    base64: Type.String({ pattern: "^[A-Za-z0-9+/]*={0,2}$", description: "the picture's bytes in base64" }),
  }),
);
