import { types } from "node:util";
import { type Static, Type } from "typebox";
import { expecting, strict } from "../../edges/home-file/schema.ts";
import { opaque } from "./check-given.ts";

/** A pattern may be of another realm, as in jest. */
const Pattern = opaque<RegExp>("RegExp", { description: "a pattern", isOne: types.isRegExp });

/** Which requests are meant. */
export const RequestFilter = Type.Object(
  {
    method: Type.Optional(Type.String(expecting("a method such as GET, case-insensitive"))),
    path: Type.Optional(
      Type.Union([Type.String(), Pattern], expecting("a path without its query, or a pattern for the path and query")),
    ),
  },
  strict("a filter with method and path"),
);
export type RequestFilter = Static<typeof RequestFilter>;

export function fitsRequest({ method, path }: RequestFilter, request: { method?: string; target?: string }): boolean {
  const { target = "" } = request;
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  if (path === undefined) return true;
  // `search` does not remember where a pattern with the flag g matched last.
  return typeof path === "string" ? path === pathOf(target) : target.search(path) >= 0;
}

export const pathOf = (target: string): string => target.split("?", 1)[0] ?? target;
