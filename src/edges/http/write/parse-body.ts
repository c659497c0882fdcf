import type { Static, TObject } from "typebox";
import { Errors } from "typebox/value";
import { fitsSchema } from "../../../shared/compiled-schema.ts";
import { isObject } from "../../../shared/is-object.ts";
import { isRefusal, malformed, Refusal } from "../refusal.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Parses a JSON body and picks its declared fields; no body at all counts as an empty object, as on every read. */
export function parseBody<Schema extends TObject>(schema: Schema, bytes: Uint8Array): Static<Schema> | Refusal {
  const value = bytes.byteLength === 0 ? {} : parsedObject(bytes);
  if (isRefusal(value)) return value;
  return fitsSchema(schema, value) ? declaredFields(schema, value) : malformed(schemaViolation(schema, value));
}

/**
 * Parses a command. A body that is no JSON object, or none at all (G97), is malformed; a value that does not fit is refused with HTTP 200, as
 * usual clients repeat a request a thousand times on 400 (G50).
 */
export function parseCommand<Schema extends TObject>(schema: Schema, bytes: Uint8Array): Static<Schema> | Refusal {
  const value = parsedObject(bytes);
  if (isRefusal(value)) return value;
  if (fitsSchema(schema, value)) return declaredFields(schema, value);
  return new Refusal("value-refused", { detail: schemaViolation(schema, value) });
}

function parsedObject(bytes: Uint8Array): object | Refusal {
  if (bytes.byteLength === 0) return malformed("the request body is missing: expected a JSON object");
  const value = parsedJson(bytes);
  if (value === undefined) return malformed("the request body is not JSON");
  return isObject(value) ? value : malformed("the request body is not a JSON object");
}

/** What is wrong with the first field that does not fit, or with the set of fields. */
function schemaViolation(schema: TObject, value: object): string {
  const errors = Errors(schema, value);
  const [field] = errors.flatMap(({ instancePath }) => instancePath.split("/")[1] ?? missing(schema, value));
  if (field !== undefined) return `${field}: expected ${expectation(schema, field)}`;
  const [pair] = errors.flatMap((error) => (error.keyword === "dependentRequired" ? [error.params] : []));
  if (pair) return `${[pair.property, ...pair.dependencies].sort().join(" and ")}: expected both or neither`;
  return `no field to change: expected at least one of ${Object.keys(schema.properties).join(", ")}`;
}

const missing = ({ required = [] }: { readonly required?: readonly string[] }, value: object): readonly string[] =>
  required.filter((name) => !Object.hasOwn(value, name));

/** Without the fields that a client added of its own. */
function declaredFields<Value extends object>(schema: TObject, value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(schema.properties, name))) as Value;
}

function expectation(schema: TObject, field: string): string {
  const property: { readonly expected?: string } | undefined = schema.properties[field];
  return property?.expected ?? "another value";
}

function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}
