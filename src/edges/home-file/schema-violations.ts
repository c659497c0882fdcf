import type { TSchema } from "typebox";
import { Settings } from "typebox/system";
import { Errors } from "typebox/value";
import { nearestWord } from "../../shared/nearest-word.ts";
import { MOST_PROBLEM_LINES, shown } from "../../shared/problem-lines.ts";
import type { Path } from "./positions.ts";

/** Where a value breaks its schema, or a rule that no schema can express; by path. */
export interface Violation {
  readonly path: Path;
  /** The key is wrong, not its value. */
  readonly atKey: boolean;
  readonly message: string;
}

interface AnySchema {
  readonly description?: string;
  readonly anyOf?: readonly TSchema[];
  readonly enum?: readonly unknown[];
  /** Other values are allowed too. */
  readonly examples?: unknown;
  readonly items?: AnySchema;
  readonly properties?: Readonly<Record<string, AnySchema>>;
}

/** TypeBox stops at eight errors by default; a value that may have several forms has an error for each. */
Settings.Set({ maxErrors: 20 * MOST_PROBLEM_LINES });

/** Where a file violates its schema, one violation for each place; found lazily. */
export function* schemaViolations(schema: TSchema, value: unknown): Generator<Violation> {
  const places = new Set<string>();
  for (const error of Errors(schema, value)) {
    for (const violation of violationsBy(error, schema, value)) {
      const place = JSON.stringify(violation.path);
      if (!places.has(place)) yield violation;
      places.add(place);
    }
  }
}

function* violationsBy(
  error: ReturnType<typeof Errors>[number],
  schema: TSchema,
  value: unknown,
): Generator<Violation> {
  const place = locate(schema, error.instancePath);
  // One for each unknown key, before the one that names them all, which may be too many for that.
  if (error.keyword === "boolean") yield* keyAt(error.instancePath, schema, value);
  else if (error.keyword === "additionalProperties" && !place.schema.anyOf) {
    for (const key of error.params.additionalProperties) yield unknownKey(place, key);
  } else if (error.keyword === "required" && !place.schema.anyOf) {
    for (const key of error.params.requiredProperties) yield missingKey(place, key);
  } else yield unfitValue(place, valueAt(value, place.path));
}

function* keyAt(instancePath: string, schema: TSchema, value: unknown): Generator<Violation> {
  const at = instancePath.lastIndexOf("/");
  const place = locate(schema, instancePath.slice(0, at));
  if (place.schema.anyOf) yield unfitValue(place, valueAt(value, place.path));
  else yield unknownKey(place, stepFrom(instancePath.slice(at + 1)));
}

interface Place {
  readonly path: Path;
  readonly schema: AnySchema;
}

/** The part of the schema for a place; a choice between several forms is taken as a whole. */
function locate(whole: AnySchema, instancePath: string): Place {
  let place: Place = { path: [], schema: whole };
  for (const step of instancePath.split("/").slice(1)) {
    const key = stepFrom(step);
    const inner = place.schema.items ?? place.schema.properties?.[key];
    if (place.schema.anyOf || !inner) return place;
    place = { path: [...place.path, place.schema.items ? Number(key) : key], schema: inner };
  }
  return place;
}

/** A step of a JSON pointer (RFC 6901). */
const stepFrom = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");

function unknownKey({ path, schema }: Place, key: string): Violation {
  const known = Object.keys(schema.properties ?? {});
  const meant = nearestWord(key, known) ?? nearestWord(key.replace(/^no-/, ""), known);
  const expected = known.length === 0 ? "none is expected here" : `expected one of ${known.join(", ")}`;
  const hint = meant === undefined ? expected : `did you mean "${meant}"?`;
  return { path: [...path, key], atKey: true, message: `unknown key "${shown(key, 64)}"; ${hint}` };
}

function missingKey({ path, schema }: Place, key: string): Violation {
  const expected = schema.properties?.[key]?.description ?? "a value";
  return { path: [...path, key], atKey: false, message: `"${key}" is missing; expected ${expected}` };
}

function unfitValue({ path, schema }: Place, value: unknown): Violation {
  const key = path.findLast((step) => typeof step === "string") ?? "the file";
  const words = [schema, ...(schema.anyOf ?? [])].flatMap(({ enum: choices = [], examples }: AnySchema) =>
    [...choices, ...(Array.isArray(examples) ? examples : [])].filter((word) => typeof word === "string"),
  );
  const meant = typeof value === "string" ? nearestWord(value, words) : undefined;
  const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return { path, atKey: false, message: `${key}: expected ${schema.description ?? "another value"}${hint}` };
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => Object(inner)[step], value);
