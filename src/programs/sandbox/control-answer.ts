import { checkedGiven } from "../../libraries/testing/operations/operation.ts";
import type { Testbed } from "../../libraries/testing/testbed.ts";
import { TOO_DEEP, tooDeepAt } from "../../shared/json-depth.ts";
import { listenProblem } from "../../shared/listen-problem.ts";
import { openApiDocument } from "./openapi.ts";
import { OPENAPI_PATH, type Route, routeAt, unknownPathWords } from "./routes.ts";

export interface ControlRequest {
  readonly method: string;
  readonly path: string;
  /** As text. */
  readonly body: string;
}

export interface ControlAnswer {
  readonly status: number;
  /** Undefined for none. */
  readonly body: unknown;
}

const refused = (status: number, error: string): ControlAnswer => ({ status, body: { error } });

/** Runs the operation that a request names. */
export async function answerTo(
  { method, path, body }: ControlRequest,
  { testbed }: { readonly testbed: Testbed },
  signal: AbortSignal,
): Promise<ControlAnswer> {
  if (path === OPENAPI_PATH && method === "GET") return { status: 200, body: openApiDocument() };
  const route = routeAt(path);
  if (!route) return refused(404, unknownPathWords(path));
  // A fixture needs one function if it may read with POST too.
  if (method !== route.method && method !== "POST") return refused(405, `Use ${route.method} ${route.path}.`);
  if (tooDeepAt(body) !== undefined) return refused(400, `${nameOf(route)}: ${TOO_DEEP}`);
  const given = jsonIn(body);
  if (given === undefined) return refused(400, `${nameOf(route)}: expected a JSON object, such as {}.`);
  return run(route, given, { testbed, signal });
}

/** As in the path: whoever sends JSON need not know the name in JavaScript. */
const nameOf = ({ path }: Route): string => path.slice(1);

async function run(
  route: Route,
  given: unknown,
  { testbed, signal }: { readonly testbed: Testbed; readonly signal: AbortSignal },
): Promise<ControlAnswer> {
  try {
    const { operation } = route;
    const checked = checkedGiven(nameOf(route), { ...operation, ...operation.overNetwork }, given);
    const result = await operation.run(
      testbed,
      { ...operation.overNetwork?.defaults, ...checked },
      { mayReadFiles: false, signal },
    );
    return { status: 200, body: result ?? {} };
  } catch (error) {
    // A TypeError says what is wrong with what was given; any other error, why it cannot be done now.
    if (error instanceof TypeError) return refused(400, error.message);
    return refused(409, listenProblem(error) ?? (error instanceof Error ? error.message : String(error)));
  }
}

/** No body is the same as an empty object. */
function jsonIn(body: string): object | undefined {
  if (body.trim() === "") return {};
  try {
    const given: unknown = JSON.parse(body);
    return typeof given === "object" && given !== null && !Array.isArray(given) ? given : undefined;
  } catch {
    return undefined;
  }
}
