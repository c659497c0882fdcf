import { OPERATIONS, type Operation } from "../../../core/contract/operations.ts";
import { type Body, oneBody } from "../../../core/present/pages/body.ts";

const ROOT = "/clip/v2/resource/";

/** Where everything is, for a program that knows nothing but the address (G88). */
export function rootBody(): Body {
  const lists = Object.values<Operation>(OPERATIONS)
    .filter(({ method, path }) => method === "GET" && path.startsWith(ROOT) && !path.includes(":id"))
    .map(({ path }) => [path.slice(ROOT.length), path] as const);
  const paths = {
    resource: Object.fromEntries(lists),
    eventstream: OPERATIONS.watchEvents.path,
    pairing: OPERATIONS.pair.path,
    openapi: OPERATIONS.getOpenApi.path,
    healthz: OPERATIONS.getHealth.path,
    readyz: OPERATIONS.getReadiness.path,
  };
  return oneBody("obj", JSON.stringify(paths));
}
