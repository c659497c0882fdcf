import { type TSchema, Type } from "typebox";

/** The same value, with what it means where it stands. */
export const described = <Schema extends TSchema>(schema: Schema, description: string): Schema =>
  Type.With(schema, { description }) as Schema;

/** The same value, with what completes the sentence "expected …" for a client that sent another one. */
export const expecting = <Schema extends TSchema>(schema: Schema, expected: string): Schema =>
  Type.With(schema, { expected }) as Schema;

/** An integer out of a fixed set. */
export const oneOf = <const Values extends readonly number[]>(...values: Values) =>
  Type.Enum([...values] as Values, { type: "integer" });

/** One fixed integer: spec §2.1 and §4.9 type `code` and `op` as integers, and every other number is one too. */
export const exactly = <const Value extends number>(value: Value, description: string) =>
  Type.Literal(value, { type: "integer", description });

/** Spec §1 rule 4: what such a field says is nobody else's business. */
export const RESERVED = "Reserved for the vendor's client application";

/** Spec §1 rule 2: 1 for yes/on, 0 for no/off. */
export const Flag = oneOf(0, 1);

/** As a part of a pattern. */
export const UUID_DIGITS = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}";

export const UUID_PATTERN = `^${UUID_DIGITS}$`;

/** Spec §1 rule 3: resource identifiers are UUID strings. */
export const Uuid = expecting(Type.String({ pattern: UUID_PATTERN }), "one UUID");

/** An identifier that may be left empty. */
export const UuidOrEmpty = expecting(Type.String({ pattern: `^$|${UUID_PATTERN}` }), "one UUID");

/** One of the two coordinates of a colour on the XY chart, as a fraction of 65535 (G5). */
export const ChartCoordinate = Type.Integer({ minimum: 0, maximum: 65535 });

/** A colour on the XY chart. */
export const ChartPoint = Type.Object(
  {
    x: described(ChartCoordinate, "X on the XY colour chart, as a fraction of 65535"),
    y: described(ChartCoordinate, "Y on the XY colour chart, as a fraction of 65535"),
  },
  { description: "A colour on the XY colour chart" },
);

/** Spec §8: cool/warm white in kelvin. */
export const Kelvin = Type.Integer({ minimum: 2000, maximum: 6500 });

/** Spec §8: brightness of a light or a sync box. */
export const Brightness = Type.Integer({ minimum: 1, maximum: 100 });

/** A colour as 0xRRGGBB (G6). */
export const Rgb = Type.Integer({ minimum: 0, maximum: 0xffffff });
