import { OPERATIONS, type OperationName, type ParameterKind } from "../contract/operations.ts";
import { UUID_PATTERN } from "../contract/values.ts";
import { TOP_CATEGORIES } from "../home/product.ts";
import { malformed, type Refusal } from "./refusal.ts";

interface Parsed {
  readonly categories: readonly number[] | undefined;
  readonly flags: readonly boolean[] | undefined;
  readonly texts: readonly string[] | undefined;
  readonly uuid: string | undefined;
  readonly switch: boolean;
}

/** The parameters of an operation, typed as its row in the table of operations says. */
export type QueryOf<Name extends OperationName> = {
  readonly [Parameter in keyof (typeof OPERATIONS)[Name]["query"]]: (typeof OPERATIONS)[Name]["query"][Parameter] extends infer Kind extends
    ParameterKind
    ? Parsed[Kind]
    : never;
};

const UUID = new RegExp(UUID_PATTERN);

/** Reads the part of a target behind `?`. Parameters that the operation does not have are ignored (G10). */
export function parseQuery<Name extends OperationName>(name: Name, queryText: string): QueryOf<Name> | Refusal {
  const kinds: Readonly<Record<string, ParameterKind>> = OPERATIONS[name].query;
  const given = new Map<string, string[]>();
  for (const pair of queryText.split("&")) {
    const [escapedName = "", ...rest] = pair.split("=");
    const parameter = unescaped(escapedName)?.replace(/\[\d*\]$/, "");
    if (parameter === undefined) return malformed("the name of a parameter has a malformed %-escape");
    if (!Object.hasOwn(kinds, parameter)) continue;
    const value = unescaped(rest.join("="));
    if (value === undefined) return malformed(`${parameter} has a malformed %-escape`);
    given.set(parameter, [...(given.get(parameter) ?? []), value]);
  }
  const query: Record<string, unknown> = {};
  for (const [parameter, kind] of Object.entries(kinds)) {
    const parsed = READERS[kind](given.get(parameter) ?? []);
    if (parsed === MALFORMED) return malformed(`${parameter}: expected ${EXPECTED[kind]}`);
    query[parameter] = parsed;
  }
  return query as QueryOf<Name>;
}

const MALFORMED = Symbol("malformed");

const EXPECTED = {
  categories: "whole numbers separated by commas",
  flags: "1 or 0",
  texts: "texts separated by commas",
  uuid: "one UUID",
  switch: "1 or 0",
} as const satisfies Record<ParameterKind, string>;

/** An empty value is the same as none (G11). What comes out is the same however it was written, so answers can be shared. */
const READERS = {
  categories(values) {
    const items = itemsOf(values);
    if (items === undefined) return undefined;
    return items.every(isInteger)
      ? CATEGORY_IDS.filter((category) => items.some((item) => Number(item) === category))
      : MALFORMED;
  },
  flags(values) {
    const settings = itemsOf(values)?.map(settingOf);
    if (settings === undefined) return undefined;
    return settings.includes("malformed") ? MALFORMED : [true, false].filter((flag) => settings.includes(flag));
  },
  texts: itemsOf,
  uuid(values) {
    const items = itemsOf(values);
    if (items === undefined) return undefined;
    const [uuid, ...more] = new Set(items);
    return uuid !== undefined && more.length === 0 && UUID.test(uuid) ? uuid.toUpperCase() : MALFORMED;
  },
  switch(values) {
    const [setting, ...others] = new Set((itemsOf(values) ?? ["0"]).map((item) => settingOf(item) ?? false));
    return setting === undefined || setting === "malformed" || others.length > 0 ? MALFORMED : setting;
  },
} as const satisfies {
  [Kind in ParameterKind]: (values: readonly string[]) => Parsed[Kind] | typeof MALFORMED;
};

const CATEGORY_IDS = Object.keys(TOP_CATEGORIES).map(Number);

const isInteger = (item: string): boolean => /^-?\d+$/.test(item);

/** 1 is on and 0 is off; any other number is neither, for a value out of range is no mistake (G13, G14). */
function settingOf(item: string): boolean | undefined | "malformed" {
  if (isInteger(item)) return Number(item) === 1 || (Number(item) === 0 ? false : undefined);
  const word = item.toLowerCase();
  return word === "true" || (word === "false" ? false : "malformed");
}

/** Repeating a parameter and separating with commas come to the same (G12). */
function itemsOf(values: readonly string[]): readonly string[] | undefined {
  const items = values.flatMap((value) => value.split(",")).map((item) => item.trim());
  const given = items.filter((item) => item !== "");
  return given.length === 0 ? undefined : given;
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
