import { OPERATIONS, type ReadName } from "../../contract/operations.ts";
import { isRefusal, type Refusal } from "../refusal.ts";
import { parseBody } from "../write/parse-body.ts";
import { parseQuery, type QueryOf } from "./parse-query.ts";

/** The parameters out of the query and, where the operation takes one, out of the body, which has the last word (G20). */
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
