import { type TSchema, Type } from "typebox";
import { Nothing } from "../envelope.ts";
import { OPERATIONS, type Operation, type OperationName } from "../operations.ts";
import { REFUSALS, type RefusalName } from "../refusals.ts";
import { described, exactly } from "../values.ts";

const NAMES = Object.keys(REFUSALS) as readonly RefusalName[];

/** `key-needed` is called `KeyNeeded` among schemas and responses. */
export const nameOfRefusal = (name: RefusalName): string =>
  name
    .split("-")
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join("");

/** The envelope of each refusal: its code tells it from all others. */
export const refusalSchemas = (): Readonly<Record<string, TSchema>> =>
  Object.fromEntries(
    NAMES.map((name) => {
      const { code, message } = REFUSALS[name];
      const schema = Type.Object({
        code: exactly(code, "Code of the refusal"),
        msg: Type.String({ description: `\`${message}\`, or a more precise reason` }),
        data: described(Nothing, "Always empty"),
      });
      return [nameOfRefusal(name), schema];
    }),
  );

/** What any request may meet, whatever it asks for. */
const ANYWHERE = [
  "malformed",
  "foreign-origin",
  "method-not-allowed",
  "timed-out",
  "body-too-large",
  "target-too-long",
  "foreign-host",
  "headers-too-large",
  "fault",
] as const satisfies readonly RefusalName[];

/** Everything that an operation may be refused with, in the order of the table of refusals. */
export function refusalsOf(operation: OperationName): readonly RefusalName[] {
  const { method, path, key }: Operation = OPERATIONS[operation];
  const possible = new Set<RefusalName>(ANYWHERE);
  if (path.includes(":id")) possible.add("not-found");
  possible.add("busy");
  if (method !== "GET") possible.add("value-refused").add("not-stored");
  if (operation === "pair") possible.add("pairing-shut");
  if (key !== "never") possible.add("key-needed").add("too-many-wrong-keys");
  return NAMES.filter((name) => possible.has(name));
}
