import type { Static, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";

/** A memo by identity: schemas are constants. */
const validators = new WeakMap<TSchema, Validator>();

/** The check of a schema, compiled at its first use: that takes a while, and a check takes a hundredth of the time then. */
export function compiledSchema(schema: TSchema): Validator {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
}

export const fitsSchema = <Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> =>
  compiledSchema(schema).Check(value);
