import type { ParameterKind } from "../../core/contract/operations.ts";

/** What a program gives for each kind of parameter. What is left out, undefined or an empty list is not sent. */
export interface ParameterValues {
  readonly categories: readonly (1 | 2 | 3 | 4)[];
  readonly flags: boolean | 0 | 1 | readonly (boolean | 0 | 1)[];
  readonly switch: boolean | 0 | 1;
  readonly uuid: string;
  readonly texts: string | readonly string[];
}

/** The part of a target behind the path, with its `?`; empty when nothing is asked for. */
export function queryText(
  kinds: Readonly<Record<string, ParameterKind>>,
  given: Readonly<Record<string, unknown>>,
): string {
  const query = new URLSearchParams();
  for (const [name, kind] of Object.entries(kinds)) {
    for (const text of textsOf(kind, given[name])) query.append(name, text);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** A list of texts is sent as the document has it, one parameter for each; numbers go with commas between them. */
function textsOf(kind: ParameterKind, value: unknown): readonly string[] {
  const items = (Array.isArray(value) ? value : [value]).filter((item) => item !== undefined).map(textOf);
  if (items.length === 0 || (kind === "switch" && items[0] === "0")) return [];
  return kind === "texts" ? items : [items.join(",")];
}

const textOf = (item: unknown): string => (typeof item === "boolean" ? `${Number(item)}` : String(item));
