import type { Static, TObject } from "typebox";
import { Check, Errors } from "typebox/value";
import { malformed, type Refusal } from "./refusal.ts";

const MAX_DEPTH = 8;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads the fields that a JSON body is declared to have; no body at all is the empty object. */
export function parseBody<Schema extends TObject>(schema: Schema, bytes: Uint8Array): Static<Schema> | Refusal {
  const value = bytes.byteLength === 0 ? {} : parsedJson(bytes);
  if (value === undefined) return malformed("the body is not JSON");
  if (isDeeperThan(MAX_DEPTH, value)) return malformed(`the body is nested deeper than ${MAX_DEPTH} levels`);
  if (Check(schema, value)) return declaredFields(schema, value);
  const field = Errors(schema, value)[0]?.instancePath.split("/")[1];
  return malformed(
    field === undefined ? "the body is not a JSON object" : `${field}: expected ${expectation(schema, field)}`,
  );
}

/** What a client adds of its own goes no further. */
function declaredFields<Value extends object>(schema: TObject, value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(schema.properties, name))) as Value;
}

function expectation(schema: TObject, field: string): string {
  const property: { readonly description?: string } | undefined = schema.properties[field];
  return property?.description ?? "another value";
}

function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
