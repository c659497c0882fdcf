import { OPERATIONS, type OperationName } from "../../core/contract/operations.ts";
import { isRefusal, malformed, NOT_FOUND, Refusal } from "./refusal.ts";
import type { GatewayRequest } from "./request.ts";
import { pathOf } from "./request-head.ts";

/** The operation of a request, and the id in its path. */
export interface OperationRoute {
  readonly to: "operation";
  readonly name: OperationName;
  readonly id: string;
}

/** Where a request goes. */
export type Route = OperationRoute | { readonly to: "options"; readonly allow: string };

interface PathRoutes {
  readonly pattern: RegExp;
  readonly operations: ReadonlyMap<string, OperationName>;
  readonly allow: string;
}

const PATHS = routesOf(Object.entries(OPERATIONS) as [OperationName, { method: string; path: string }][]);
/** All methods that some path allows. */
export const EVERY_METHOD = [...new Set(PATHS.flatMap(({ allow }) => allow.split(", ")))].join(", ");

/** Finds the operation of a method and a target. */
export function route(method: string, target: string): Route | Refusal {
  const path = pathOf(target);
  if (path === undefined) return malformed("the path contains a malformed %-escape");
  if (method === "OPTIONS" && path === "*") return { to: "options", allow: EVERY_METHOD };
  for (const { pattern, operations, allow } of PATHS) {
    const match = pattern.exec(path);
    if (!match) continue;
    if (method === "OPTIONS") return { to: "options", allow };
    const name = operations.get(method);
    return name ? { to: "operation", name, id: match[1] ?? "" } : new Refusal("method-not-allowed", { allow });
  }
  return NOT_FOUND;
}

/** The operation that a request is for; undefined where there is none. */
export function operationOf({ method, target }: Pick<GatewayRequest, "method" | "target">): OperationName | undefined {
  const found = route(method, target);
  return !isRefusal(found) && found.to === "operation" ? found.name : undefined;
}

/** One entry for each path: HEAD goes where GET goes, and OPTIONS works on each path (G31). */
function routesOf(
  entries: readonly (readonly [OperationName, { method: string; path: string }])[],
): readonly PathRoutes[] {
  const paths = new Set(entries.map(([, { path }]) => path));
  return [...paths].map((path) => {
    const operations = new Map<string, OperationName>();
    for (const [name, operation] of entries) {
      if (operation.path !== path) continue;
      operations.set(operation.method, name);
      if (operation.method === "GET") operations.set("HEAD", name);
    }
    return {
      pattern: new RegExp(`^${path.replace(":id", "([^/]+)")}$`),
      operations,
      allow: [...operations.keys(), "OPTIONS"].join(", "),
    };
  });
}
