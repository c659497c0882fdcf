import type { Static, TSchema } from "typebox";
import type { OPERATIONS, OperationName, ParameterKind } from "../../core/contract/operations.ts";
import { contentOf } from "./answer.ts";
import type { Connection } from "./connection.ts";
import { OPERATION_TABLE, type OperationRow } from "./operation-table.ts";
import { type ParameterValues, queryText } from "./query-text.ts";

/** What may be said with every call. */
export interface CallOptions {
  /** Ends the call with its reason. */
  readonly signal?: AbortSignal;
}

type Row<Name extends OperationName> = (typeof OPERATIONS)[Name];

type IdOf<Operation> = Operation extends { path: `${string}:id${string}` } ? [id: string] : [];

type CommandOf<Operation> = Operation extends { method: "PUT" | "POST"; body: infer Body extends TSchema }
  ? [command: Static<Body>]
  : [];

type QueryOf<Operation> = Operation extends { query: infer Kinds }
  ? keyof Kinds extends never
    ? []
    : [parameters?: { readonly [Name in keyof Kinds]?: ParameterValues[Kinds[Name] & ParameterKind] }]
  : [];

type ContentOf<Operation> = Operation extends {
  answer: { layout: infer Layout; resource: infer Resource extends TSchema };
}
  ? Layout extends "arr" | "arr+len"
    ? readonly Static<Resource>[]
    : Static<Resource>
  : Operation extends { answer: "nothing" }
    ? undefined
    : Operation extends { answer: "picture" }
      ? Uint8Array
      : unknown;

type Method<Operation> = (
  ...given: [...IdOf<Operation>, ...CommandOf<Operation>, ...QueryOf<Operation>, options?: CallOptions]
) => Promise<ContentOf<Operation>>;

/** Two operations take more than one response: `pair` retries until the button is pressed, `watch` follows events. */
type PlainName = Exclude<OperationName, "pair" | "watchEvents">;

/** A method for each row of the table of operations: an id, if the path has one, then the command or the query. */
export type OperationMethods = { readonly [Name in PlainName]: Method<Row<Name>> };

export function operationMethods(connection: Connection): OperationMethods {
  const { pair: _pair, watchEvents: _watchEvents, ...plain } = OPERATION_TABLE;
  const methods = Object.entries(plain).map(([name, row]) => [name, methodFor(connection, row)]);
  return Object.fromEntries(methods) as OperationMethods;
}

function methodFor(connection: Connection, row: OperationRow): (...given: readonly unknown[]) => Promise<unknown> {
  const { method, path, query, answer } = row;
  return async (...given) => {
    const left = [...given];
    const target = path.includes(":id") ? path.replace(":id", encodeURIComponent(String(left.shift()))) : path;
    const body = method === "GET" ? undefined : JSON.stringify(left.shift());
    const parameters = (Object.keys(query).length > 0 && left.shift()) || {};
    const { signal } = (left.shift() ?? {}) as CallOptions;
    const fullTarget = target + queryText(query, { ...parameters });
    const request = { method, target: fullTarget, body, signal: connection.endOf(signal) };
    return connection.request(request, (response) => contentOf(response, answer));
  };
}
