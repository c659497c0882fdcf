import { type Static, type TSchema, Type } from "typebox";
import { schemaViolations, type Violation } from "../../edges/home-file/schema-violations.ts";
import { problemLines } from "../../shared/problem-lines.ts";

/** What a test gives, if it is as declared. Unknown words are refused with the nearest known one, as in home files. */
export function checked<Schema extends TSchema>(what: string, schema: Schema, given: unknown): Static<Schema> {
  const problems = problemLines(problemsIn(schema, given));
  if (problems.length > 0) throw new TypeError(problems.map((problem) => `${what}: ${problem}`).join("\n"));
  return given as Static<Schema>;
}

/** Lazily, as there may be many. */
function* problemsIn(schema: TSchema & { readonly description?: string }, given: unknown): Generator<string> {
  for (const violation of schemaViolations(schema, given)) {
    yield violation.path.length === 0 ? `expected ${schema.description}` : withKeysAround(violation);
  }
}

/** "on: unknown key …" */
function withKeysAround({ path, message }: Violation): string {
  const keys = path.filter((step) => typeof step === "string");
  return [...keys.slice(0, -1), message].join(": ");
}

/** A value that is no plain data: the name of its type, and how to tell it. */
export const opaque = <Value>(
  typeName: string,
  { description, isOne }: { readonly description: string; readonly isOne: (value: unknown) => boolean },
) => Type.Refine(Type.Unsafe<Value>({ typeName, description }), isOne);
