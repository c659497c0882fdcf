import type { Static, TObject } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Errors } from "typebox/value";
import { isRefusal, malformed, Refusal } from "./refusal.ts";

const MAX_DEPTH = 8;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads the fields that a JSON body is declared to have; no body at all is the empty object. */
export function parseBody<Schema extends TObject>(schema: Schema, bytes: Uint8Array): Static<Schema> | Refusal {
  const value = parsedObject(bytes);
  if (isRefusal(value)) return value;
  return isAsDeclared(schema, value) ? declaredFields(schema, value) : malformed(misfitIn(schema, value));
}

/**
 * Reads what somebody wishes. What is no JSON object is malformed; a value that will not do is refused in words, for on
 * 400 usual clients repeat themselves a thousand times (G50). One that wishes for nothing at all is a mistake too.
 */
export function parseWish<Schema extends TObject>(schema: Schema, bytes: Uint8Array): Static<Schema> | Refusal {
  const value = parsedObject(bytes);
  if (isRefusal(value)) return value;
  if (!isAsDeclared(schema, value)) return new Refusal("value-refused", { detail: misfitIn(schema, value) });
  const wish = declaredFields(schema, value);
  if (Object.keys(wish).length > 0) return wish;
  const fields = Object.keys(schema.properties).join(", ");
  return new Refusal("value-refused", { detail: `nothing was wished for: expected any of ${fields}` });
}

function parsedObject(bytes: Uint8Array): object | Refusal {
  const value = bytes.byteLength === 0 ? {} : parsedJson(bytes);
  if (value === undefined) return malformed("the body is not JSON");
  if (isDeeperThan(MAX_DEPTH, value)) return malformed(`the body is nested deeper than ${MAX_DEPTH} levels`);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? value : malformed("the body is not a JSON object");
}

const validators = new WeakMap<TObject, Validator>();

/** Compiled once somebody asks: a check takes a hundredth of the time then. */
function isAsDeclared<Schema extends TObject>(schema: Schema, value: object): value is Static<Schema> {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator.Check(value);
}

/** What is wrong with the first field that is. */
function misfitIn(schema: TObject, value: object): string {
  const [error] = Errors(schema, value);
  const field = error?.instancePath.split("/")[1] ?? requiredIn(schema).find((name) => !Object.hasOwn(value, name));
  return field === undefined ? "the body is not as expected" : `${field}: expected ${expectation(schema, field)}`;
}

const requiredIn = ({ required = [] }: { readonly required?: readonly string[] }): readonly string[] => required;

/** What a client adds of its own goes no further. */
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

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
