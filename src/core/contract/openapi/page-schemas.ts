import type { JsonSchema } from "./document.ts";

type Row = readonly string[];

/** A table in Markdown. */
export const table = (heads: Row, rows: readonly Row[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.map(asCell).join(" | ")} |`).join("\n");

const asCell = (text: string): string => text.replaceAll("|", "\\|");

/** The fields of an object, a row each. */
export const fieldTable = ({ properties = {}, required = [] }: JsonSchema): string =>
  table(
    ["Field", "Type", "Values", "Required", "Meaning"],
    Object.entries(properties).map(([name, field]) => [
      `\`${name}\``,
      typeText(field),
      valuesText(field),
      required.includes(name) ? "yes" : "no",
      field.description ?? "",
    ]),
  );

export const nameIn = ({ $ref = "" }: JsonSchema): string => $ref.slice($ref.lastIndexOf("/") + 1);

/** What needs no place of its own on the page. */
const PLAIN_NAMES: Readonly<Record<string, string>> = { Uuid: "UUID", Nothing: "`{}`" };

const linkTo = (name: string): string => PLAIN_NAMES[name] ?? `[${name}](#${name.toLowerCase()})`;

/** What a value is, with a link where that is described elsewhere on the page. */
export function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return linkTo(nameIn(schema));
  if (schema.anyOf) return schema.anyOf.map(typeText).join(" or ");
  if (schema.items) return `array of ${typeText(schema.items)}`;
  return schema.type === "number" ? "integer" : `${schema.type}`;
}

/** Longer ones are for machines. */
const SHOWN_PATTERN_LENGTH = 40;

/** Which values are possible, as far as the type does not say so. */
export function valuesText(schema: JsonSchema): string {
  const { pattern = "" } = schema;
  return [
    schema.const === undefined ? "" : codeText(schema.const),
    (schema.enum ?? []).map(codeText).join(", "),
    ...(schema.anyOf ?? []).map(valuesText),
    rangeText(schema.minimum, schema.maximum),
    rangeText(schema.minLength, schema.maxLength, " characters"),
    rangeText(schema.minItems, schema.maxItems, " items"),
    pattern === "" || pattern.length > SHOWN_PATTERN_LENGTH ? "" : codeText(pattern),
    schema.items ? valuesText(schema.items) : "",
  ]
    .filter((text) => text !== "")
    .join(", ");
}

const codeText = (value: unknown): string => `\`${String(value)}\``;

function rangeText(least: number | undefined, most: number | undefined, unit = ""): string {
  if (least === undefined) return most === undefined ? "" : `at most ${most}${unit}`;
  return most === undefined ? `${least} or more${unit}` : `${least} to ${most}${unit}`;
}
