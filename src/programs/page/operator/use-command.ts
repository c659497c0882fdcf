import { useParts } from "../page-parts.ts";
import { linesFor } from "./operator-refusal.ts";
import type { Given, Name } from "./page-commands.ts";

/** Gives commands; says what became of each. Whether it was done. */
export function useCommand() {
  const { operator, messages } = useParts();
  return async <Of extends Name>(name: Of, given: Given<Of>, done?: string): Promise<boolean> => {
    try {
      await operator.ask(name, given);
      if (done !== undefined) messages.say(done);
      return true;
    } catch (error) {
      messages.sayProblems(linesFor(error));
      return false;
    }
  };
}
