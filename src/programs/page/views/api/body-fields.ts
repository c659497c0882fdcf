import { type Fields, fieldsOf, listOf, resolved, textOf } from "./json-document.ts";

/** A field that a body may have. */
export interface BodyField {
  /** With the field that it is in: "power_on.mode". */
  readonly name: string;
  /** "integer, 0 to 100". */
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** No body is deeper. */
const MOST_DEPTH = 3;

/** The fields of a schema in its order, those of objects in it behind their own. */
export function fieldsIn(document: unknown, value: unknown, path = "", depth = 0): readonly BodyField[] {
  const { required, properties } = resolved(document, value);
  const names = listOf(required);
  if (depth >= MOST_DEPTH) return [];
  return Object.entries(fieldsOf(properties)).flatMap(([key, property]) => {
    const field = resolved(document, property);
    const { type, items, description } = field;
    const name = `${path}${key}${type === "array" ? "[]" : ""}`;
    return [
      { name, type: typeWords(document, field), description: textOf(description), isRequired: names.includes(key) },
      ...fieldsIn(document, type === "array" ? items : field, `${name}.`, depth + 1),
    ];
  });
}

function typeWords(document: unknown, schema: Fields, depth = 0): string {
  const { type, minimum, maximum, minLength, maxLength, items, const: only, enum: some, anyOf, oneOf } = schema;
  const wordsFor = (value: unknown) => typeWords(document, resolved(document, value), depth + 1);
  const values = only === undefined ? listOf(some) : [only];
  if (values.length > 0) return values.map((one) => JSON.stringify(one)).join(", ");
  if (depth < MOST_DEPTH && type === "array") return `list of ${wordsFor(items)}`;
  const alternatives = depth < MOST_DEPTH ? [...listOf(anyOf), ...listOf(oneOf)].map(wordsFor) : [];
  if (alternatives.length > 0) return [...new Set(alternatives)].join(" or ");
  const range = rangeWords(minimum ?? minLength, maximum ?? maxLength);
  const unit = type === "string" && range !== "" ? " characters" : "";
  return `${textOf(type) || "any"}${range === "" ? "" : `, ${range}${unit}`}`;
}

function rangeWords(from: unknown, to: unknown): string {
  if (typeof from === "number" && typeof to === "number") return `${from} to ${to}`;
  if (typeof to === "number") return `at most ${to}`;
  return typeof from === "number" && from > 0 ? `at least ${from}` : "";
}
