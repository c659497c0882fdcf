import {
  OPERATIONS,
  type OperationName,
  type ParameterKind,
  type ReadName,
} from "../../../core/contract/operations.ts";
import { PARAMETER_FORMS } from "../../../core/contract/parameters.ts";
import { TOP_CATEGORIES } from "../../../core/home/model/product.ts";
import { isRefusal, malformed, type Refusal } from "../refusal.ts";
import { parseBody } from "../write/parse-body.ts";

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

/** The parameters of a read from its query and, where the operation takes a body, from the body, which wins (G20). */
export function parseParameters<Name extends ReadName>(
  name: Name,
  queryText: string,
  bytes: Uint8Array,
): QueryOf<Name> | Refusal {
  const query = parseQuery(name, queryText);
  const operation = OPERATIONS[name];
  if (isRefusal(query) || !("body" in operation)) return query;
  const parsed = parseBody(operation.body, bytes);
  return isRefusal(parsed) ? parsed : { ...query, ...parsed };
}

/** Reads the part of a target behind `?`. */
export const parseQuery = <Name extends OperationName>(name: Name, queryText: string): QueryOf<Name> | Refusal =>
  parseKinds(OPERATIONS[name].query, queryText) as QueryOf<Name> | Refusal;

/** The gateway of a fleet that a client wants to see alone. A gateway by itself has no such parameter. */
export function parseGateway(queryText: string): string | undefined | Refusal {
  const query = parseKinds({ gateway: "uuid" }, queryText);
  if (isRefusal(query)) return query;
  const { gateway } = query as { readonly gateway?: string };
  return gateway;
}

function parseKinds(
  kinds: Readonly<Record<string, ParameterKind>>,
  queryText: string,
): Readonly<Record<string, unknown>> | Refusal {
  const valuesOf = valuesIn(queryText, kinds);
  if (isRefusal(valuesOf)) return valuesOf;
  const query: Record<string, unknown> = {};
  for (const [parameter, kind] of Object.entries(kinds)) {
    const values = valuesOf.get(parameter) ?? [];
    const parsed = values.every((value) => PATTERNS[kind].test(value)) ? READERS[kind](itemsOf(values)) : MALFORMED;
    if (parsed === MALFORMED) return malformed(`${parameter}: expected ${PARAMETER_FORMS[kind].expected}`);
    query[parameter] = parsed;
  }
  return query;
}

/** The values of each parameter, unescaped. Parameters that the operation does not have are ignored (G10). */
function valuesIn(queryText: string, kinds: object): ReadonlyMap<string, readonly string[]> | Refusal {
  const given = new Map<string, readonly string[]>();
  for (const pair of queryText.split("&")) {
    const [escapedName = "", ...rest] = pair.split("=");
    const parameter = unescaped(escapedName)?.replace(/\[\d*\]$/, "");
    if (parameter === undefined) return malformed("the name of a parameter contains a malformed %-escape");
    if (!Object.hasOwn(kinds, parameter)) continue;
    const value = unescaped(rest.join("="));
    if (value === undefined) return malformed(`${parameter} contains a malformed %-escape`);
    given.set(parameter, [...(given.get(parameter) ?? []), value]);
  }
  return given;
}

const MALFORMED = Symbol("malformed");

const PATTERNS = Object.fromEntries(
  Object.entries(PARAMETER_FORMS).map(([kind, { pattern }]) => [kind, new RegExp(pattern)]),
) as Readonly<Record<ParameterKind, RegExp>>;

/** The value of well-formed items: the same for every spelling, so that responses can be shared. */
const READERS = {
  categories: (items) => items && CATEGORY_IDS.filter((category) => items.some((item) => Number(item) === category)),
  flags: (items) => items && [true, false].filter((flag) => items.some((item) => settingOf(item) === flag)),
  texts: (items) => items,
  /** One room, however often the parameter is repeated. */
  uuid(items) {
    const [uuid, ...others] = new Set(items?.map((item) => item.toUpperCase()));
    return others.length === 0 ? uuid : MALFORMED;
  },
  switch: (items = []) => items.some((item) => settingOf(item) === true),
} as const satisfies {
  [Kind in ParameterKind]: (items: readonly string[] | undefined) => Parsed[Kind] | typeof MALFORMED;
};

const CATEGORY_IDS = Object.keys(TOP_CATEGORIES).map(Number);

/** 1 is on and 0 is off; any other number is neither, for a value out of range is not refused (G13, G14). */
function settingOf(item: string): boolean | undefined {
  const word = item.toLowerCase();
  if (word === "true" || word === "false") return word === "true";
  return Number(item) === 1 || (Number(item) === 0 ? false : undefined);
}

/** A repeated parameter and a list with commas mean the same (G12); an empty item is the same as none (G11). */
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
