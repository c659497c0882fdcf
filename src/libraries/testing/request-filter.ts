import { types } from "node:util";
import { type Static, Type } from "typebox";
import { expecting, strict } from "../../edges/home-file/schema.ts";
import { opaque } from "./check-given.ts";
import { Millis } from "./quantities.ts";
import { Method, PATH_WORDS, Path } from "./request-words.ts";

/** A pattern may be of another realm, as in jest. */
const Pattern = opaque<RegExp>("RegExp", { description: "a pattern", isOne: types.isRegExp });

const MOST_PATTERN_LETTERS = 256;

/** For languages other than JavaScript, whose patterns cannot be given as they are. */
const PatternText = Type.Refine(
  Type.String({
    maxLength: MOST_PATTERN_LETTERS,
    description: `a regular expression of JavaScript as a text of at most ${MOST_PATTERN_LETTERS} letters, for the path and query`,
  }),
  (text) => patternFrom(text) !== undefined,
);

/** Which requests are meant, as JSON says it. */
export const JsonRequestFilter = Type.Object(
  { method: Type.Optional(Method), path: Type.Optional(Path), pattern: Type.Optional(PatternText) },
  strict("a filter with method, and path or pattern"),
);

/** Which requests are meant. */
export const RequestFilter = Type.Object(
  {
    ...JsonRequestFilter.properties,
    path: Type.Optional(Type.Union([Path, Pattern], expecting(`${PATH_WORDS}, or a regular expression`))),
  },
  strict("a filter with method, and path or pattern"),
);
export type RequestFilter = Static<typeof RequestFilter>;

const WAIT = {
  after: Type.Optional(
    Type.Integer({ minimum: 0, description: "the number of a request; one after it may have come already" }),
  ),
  withinMillis: Type.Optional({ ...Millis, description: "how many milliseconds to wait before it is an error" }),
};
const waiting = strict("a filter with method, path, pattern, after and withinMillis");

/** A wait for a request, as JSON says it. */
export const JsonAwaitedRequest = Type.Object({ ...JsonRequestFilter.properties, ...WAIT }, waiting);

/** A wait for a request. */
export const AwaitedRequest = Type.Object({ ...RequestFilter.properties, ...WAIT }, waiting);
export type AwaitedRequest = Static<typeof AwaitedRequest>;

export function fitsRequest(
  { method, path, pattern }: RequestFilter,
  request: { method?: string; target?: string },
): boolean {
  const { target = "" } = request;
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  if (pattern !== undefined && patternFrom(pattern)?.test(target) !== true) return false;
  if (path === undefined) return true;
  // `search` does not remember where a pattern with the flag g matched last.
  return typeof path === "string" ? path === pathOf(target) : target.search(path) >= 0;
}

export const pathOf = (target: string): string => target.split("?", 1)[0] ?? target;

function patternFrom(text: string): RegExp | undefined {
  try {
    return new RegExp(text);
  } catch {
    return undefined;
  }
}
