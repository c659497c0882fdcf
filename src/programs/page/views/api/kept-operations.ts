import { type Signal, signal } from "@preact/signals";
import type { ReferenceOperation } from "./openapi.ts";
import type { OperationAnswer } from "./operation-answer.ts";

/** What somebody filled in for an operation, and what was answered. */
export interface KeptOperation {
  readonly isOpen: Signal<boolean>;
  readonly values: Signal<Readonly<Record<string, string>>>;
  readonly body: Signal<string>;
  readonly answer: Signal<OperationAnswer | undefined>;
  /** What is missing in the request. */
  readonly missing: Signal<string | undefined>;
}

/** By the parts of a page and the id of an operation. */
const known = new WeakMap<object, Map<string, KeptOperation>>();

/** Whoever comes back from another view finds an operation as it was left. */
export function keptOperation(parts: object, { id, body }: Pick<ReferenceOperation, "id" | "body">): KeptOperation {
  const operations = known.get(parts) ?? new Map<string, KeptOperation>();
  known.set(parts, operations);
  const kept = operations.get(id) ?? {
    isOpen: signal(false),
    values: signal({}),
    body: signal(body ?? ""),
    answer: signal(undefined),
    missing: signal(undefined),
  };
  operations.set(id, kept);
  return kept;
}
