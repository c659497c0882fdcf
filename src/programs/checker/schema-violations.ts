import type { TSchema } from "typebox";
import type { Validator } from "typebox/compile";
import { Pointer } from "typebox/value";
import { UUID_PATTERN } from "../../core/contract/values.ts";
import { compiledSchema } from "../../shared/compiled-schema.ts";
import type { Finding } from "./report/findings.ts";
import { shown } from "./report/shown.ts";

/** One way in which a value violates its schema. */
export interface SchemaViolation {
  /** Such as "/color_arr/0/x". */
  readonly path: string;
  /** A field that is missing, one of another type, one of the right type with a value that will not do. */
  readonly kind: "missing" | "type" | "value";
  readonly expected: string;
  readonly found: string;
}

export const findingOf = ({ expected, found }: SchemaViolation, where: string): Finding => ({ where, expected, found });

type SchemaError = ReturnType<Validator["Errors"]>[number];

/** All violations of a schema; of a value of a wrong type only the type counts. */
export function schemaViolations(schema: TSchema, value: unknown): readonly SchemaViolation[] {
  const validator = compiledSchema(schema);
  if (validator.Check(value)) return [];
  const found = validator.Errors(value).flatMap((error) => violationsFrom(error, value));
  const ofOtherType = new Set(found.filter(({ kind }) => kind === "type").map(({ path }) => path));
  return found.filter(({ kind, path }) => kind !== "value" || !ofOtherType.has(path));
}

function violationsFrom(error: SchemaError, value: unknown): readonly SchemaViolation[] {
  const { instancePath: path } = error;
  if (error.keyword === "required")
    return error.params.requiredProperties.map((name) => ({
      path: `${path}/${name}`,
      kind: "missing",
      expected: "a field of this name",
      found: "nothing",
    }));
  const kind = error.keyword === "type" ? "type" : "value";
  return [{ path, kind, expected: expectedBy(error), found: shown(Pointer.Get(value, path)) }];
}

function expectedBy(error: SchemaError): string {
  switch (error.keyword) {
    case "type":
      return ([] as string[]).concat(error.params.type).join(" or ");
    case "enum":
      return `one of ${error.params.allowedValues.map((value) => JSON.stringify(value)).join(", ")}`;
    case "const":
      return JSON.stringify(error.params.allowedValue);
    case "pattern":
      return String(error.params.pattern).includes(UUID_PATTERN) ? "a UUID" : `a text like ${error.params.pattern}`;
    default:
      return error.message;
  }
}
