import { OPERATIONS, type Operation, type OperationName, type ParameterKind } from "../../core/contract/operations.ts";

/** As much of an operation as is needed to ask for it. */
export interface OperationRow {
  readonly method: Operation["method"];
  readonly path: string;
  readonly query: Readonly<Record<string, ParameterKind>>;
  /** What comes: resources, one resource, or what the contract calls it. */
  readonly answer: "list" | "one" | Extract<Operation["answer"], string>;
}

/**
 * The contract's table, without the declarations of what is sent. The bundles hold the value of this table and nothing of
 * what it is made from, so it must be plain data.
 */
export const OPERATION_TABLE = Object.fromEntries(
  Object.entries(OPERATIONS).map(([name, operation]) => [name, rowOf(operation)]),
) as Readonly<Record<OperationName, OperationRow>>;

function rowOf({ method, path, query, answer }: Operation): OperationRow {
  if (typeof answer === "string") return { method, path, query, answer };
  return { method, path, query, answer: answer.layout.startsWith("arr") ? "list" : "one" };
}
