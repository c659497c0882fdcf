import type { TSchema } from "typebox";
import { Settings } from "typebox/system";
import { Errors } from "typebox/value";
import { nearestWord } from "./nearest-word.ts";
import type { Path } from "./positions.ts";

/** Something in a file that is not right. */
export interface Misfit {
  readonly path: Path;
  /** The key is the mistake, not its value. */
  readonly atKey: boolean;
  readonly message: string;
}

interface AnySchema {
  readonly description?: string;
  readonly anyOf?: readonly TSchema[];
  readonly enum?: readonly unknown[];
  readonly items?: AnySchema;
  readonly properties?: Readonly<Record<string, AnySchema>>;
}

/** All mistakes are told at once, not the first eight. */
Settings.Set({ maxErrors: 10_000 });

/** Everything in a file that is not as its schema says, one misfit for each place. */
export function misfits(schema: TSchema, value: unknown): readonly Misfit[] {
  const found = Errors(schema, value).flatMap((error): readonly Misfit[] => {
    const place = locate(schema, error.instancePath);
    if (error.keyword === "boolean") return [];
    if (error.keyword === "additionalProperties" && !place.schema.anyOf) {
      return error.params.additionalProperties.map((key) => unknownKey(place, key));
    }
    if (error.keyword === "required" && !place.schema.anyOf) {
      return error.params.requiredProperties.map((key) => missingKey(place, key));
    }
    return [unfitValue(place, valueAt(value, place.path))];
  });
  return [...new Map(found.map((misfit) => [JSON.stringify(misfit.path), misfit])).values()];
}

interface Place {
  readonly path: Path;
  readonly schema: AnySchema;
}

/** The part of the schema for a place; a choice between several forms is taken as a whole. */
function locate(whole: AnySchema, instancePath: string): Place {
  let place: Place = { path: [], schema: whole };
  for (const step of instancePath.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    const inner = place.schema.items ?? place.schema.properties?.[key];
    if (place.schema.anyOf || !inner) return place;
    place = { path: [...place.path, place.schema.items ? Number(key) : key], schema: inner };
  }
  return place;
}

function unknownKey({ path, schema }: Place, key: string): Misfit {
  const known = Object.keys(schema.properties ?? {});
  const meant = nearestWord(key, known);
  const hint = meant === undefined ? `expected one of ${known.join(", ")}` : `did you mean "${meant}"?`;
  return { path: [...path, key], atKey: true, message: `unknown key "${shown(key)}"; ${hint}` };
}

function missingKey({ path, schema }: Place, key: string): Misfit {
  const expected = schema.properties?.[key]?.description ?? "a value";
  return { path: [...path, key], atKey: false, message: `"${key}" is missing; expected ${expected}` };
}

function unfitValue({ path, schema }: Place, value: unknown): Misfit {
  const key = path.findLast((step) => typeof step === "string") ?? "the file";
  const words = [schema, ...(schema.anyOf ?? [])].flatMap(({ enum: choices = [] }: AnySchema) =>
    choices.filter((word) => typeof word === "string"),
  );
  const meant = typeof value === "string" ? nearestWord(value, words) : undefined;
  const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
  return { path, atKey: false, message: `${key}: expected ${schema.description ?? "another value"}${hint}` };
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => Object(inner)[step], value);

/** A person's own words in a message, without what would disturb a terminal. */
const shown = (text: string): string => text.replace(/\p{C}/gu, "?").slice(0, 64);
