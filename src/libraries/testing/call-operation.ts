import type { TObject } from "typebox";
import { checkedGiven, type Operation } from "./operations/operation.ts";
import type { Testbed } from "./testbed.ts";

/** Runs an operation for a test in this process, which may read files. */
export type RunOperation = <Given extends TObject, Outcome>(
  name: string,
  operation: Operation<Given, Outcome>,
  given: unknown,
) => Outcome;

export const callOn =
  (testbed: Testbed): RunOperation =>
  (name, operation, given) =>
    operation.run(testbed, checkedGiven(name, operation, given), { mayReadFiles: true });
