import type { Operation } from "../../libraries/testing/operations/operation.ts";
import { OPERATIONS } from "../../libraries/testing/operations/operations.ts";
import { nearestWord } from "../../shared/nearest-word.ts";

/** How an operation is called over HTTP. */
export interface Route {
  /** As in JavaScript. */
  readonly name: string;
  readonly path: string;
  /** What only reads is read with GET; everything else is a POST with JSON. */
  readonly method: "GET" | "POST";
  readonly operation: Operation;
}

/** `pressButton` is /press-button. */
const pathOf = (name: string): string => `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export const ROUTES: readonly Route[] = Object.entries<Operation>(OPERATIONS).map(([name, operation]) => ({
  name,
  path: pathOf(name),
  method: operation.isRead ? "GET" : "POST",
  operation,
}));

export const OPENAPI_PATH = "/openapi.json";

const BY_PATH: ReadonlyMap<string, Route> = new Map(ROUTES.map((route) => [route.path, route]));

export const routeAt = (path: string): Route | undefined => BY_PATH.get(path);

export function unknownPathWords(path: string): string {
  const paths = [...BY_PATH.keys(), OPENAPI_PATH];
  // A query is no part of a name, nor is the slash that all begin with.
  const written = path.split("?", 1)[0]?.slice(1) ?? "";
  const name = nearestWord(
    written,
    paths.map((known) => known.slice(1)),
  );
  const meant = name === undefined ? undefined : `/${name}`;
  return meant === undefined ? `Unknown path. Use one of ${paths.join(", ")}.` : `Unknown path. Did you mean ${meant}?`;
}
