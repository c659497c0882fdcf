import type { TSchema } from "typebox";
import { Check } from "typebox/value";
import { FIELD_TYPES } from "./field-types.ts";

/** One row of a table of fields, as the document gives it. */
export interface FieldRow {
  readonly name: string;
  readonly type: keyof typeof FIELD_TYPES;
  /** The document says "no" under "Required". */
  readonly optional?: true;
  readonly allowed?: readonly (number | string)[];
  /** Smallest and greatest value. */
  readonly range?: readonly [number, number];
}

/** The rows, each behind the sentence that names its test. */
export const sentences = (object: string, rows: readonly FieldRow[]): (readonly [string, FieldRow])[] =>
  rows.map((row) => [`${object}.${row.name} is ${kindOf(row)}${valuesOf(row)}`, row]);

/** What is wrong with one field in the objects that a gateway answered; nothing at all to look at is wrong too. */
export function faultsSeen({ objects, row }: { objects: readonly object[]; row: FieldRow }): string[] {
  if (objects.length === 0) return [`no object with ${row.name} was seen`];
  return objects.flatMap((object) => {
    const value = fieldOf(object, row.name);
    if (value === undefined) return row.optional ? [] : [`${row.name} is missing in ${JSON.stringify(object)}`];
    return isRight(row, value) ? [] : [`${row.name} is ${JSON.stringify(value)}`];
  });
}

/** What is wrong with one field in its declaration, tried out on a right object. */
export function faultsDeclared({ schema, row, objects }: Declared): string[] {
  const [object] = objects;
  if (object === undefined || !Check(schema, object)) return ["there is no right object to start from"];
  const { [row.name]: _left, ...without } = object as Record<string, unknown>;
  const withField = (value: unknown) => Check(schema, { ...without, [row.name]: value });
  return [
    ...(Check(schema, without) === (row.optional ?? false) ? [] : [`${row.name} may be left out, or must not be`]),
    ...acceptable(row).flatMap((value) => (withField(value) ? [] : [`refused: ${JSON.stringify(value)}`])),
    ...unacceptable(row).flatMap((value) => (withField(value) ? [`accepted: ${JSON.stringify(value)}`] : [])),
  ];
}

interface Declared {
  readonly schema: TSchema;
  readonly row: FieldRow;
  readonly objects: readonly object[];
}

/** Every value that a field shows somewhere, in order. */
export const shown = (objects: readonly object[], name: string): unknown[] =>
  [...new Set(objects.map((object) => fieldOf(object, name)))].sort();

/** All field names that the objects carry, in alphabetical order. */
export const fieldNames = (objects: readonly object[]): string[] => [...new Set(objects.flatMap(Object.keys))].sort();

/** The names of the rows, in alphabetical order. */
export const rowNames = (rows: readonly FieldRow[], ...more: readonly string[]): string[] =>
  [...rows.map(({ name }) => name), ...more].sort();

const fieldOf = (object: object, name: string): unknown => (object as Record<string, unknown>)[name];

const kindOf = ({ type, optional }: FieldRow): string => `${optional ? "an optional" : "a required"} ${type}`;

function valuesOf({ allowed, range }: FieldRow): string {
  if (range) return range[1] === Number.POSITIVE_INFINITY ? `, ${range[0]} or more` : `, ${range[0]} to ${range[1]}`;
  if (!allowed) return "";
  const [last, ...others] = [...allowed].reverse();
  return others.length === 0 ? `, always ${last}` : `, ${others.reverse().join(", ")} or ${last}`;
}

function isRight({ type, allowed, range }: FieldRow, value: unknown): boolean {
  if (!FIELD_TYPES[type].is(value)) return false;
  if (allowed) return allowed.some((one) => one === value);
  return range === undefined || (Number(value) >= range[0] && Number(value) <= range[1]);
}

const acceptable = ({ type, allowed, range }: FieldRow): readonly unknown[] =>
  allowed ?? range?.filter(Number.isFinite) ?? FIELD_TYPES[type].right;

const unacceptable = (row: FieldRow): readonly unknown[] => [...FIELD_TYPES[row.type].wrong, ...outside(row)];

/** The neighbours of the allowed values, and what lies in a gap between them. */
function outside({ allowed, range }: FieldRow): readonly unknown[] {
  if (range) return [range[0] - 1, range[1] + 1].filter(Number.isFinite);
  const neighbours = (allowed ?? []).flatMap((value): (number | string)[] =>
    typeof value === "number" ? [value - 1, value + 1] : ["", `${value}s`, value.toUpperCase()],
  );
  return neighbours.filter((value) => !allowed?.includes(value));
}
