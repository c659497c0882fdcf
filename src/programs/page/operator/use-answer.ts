import { useEffect, useRef, useState } from "preact/hooks";
import { useParts } from "../page-parts.ts";
import { askRepeatedly, type RepeatedQuestion } from "./ask-repeatedly.ts";
import { linesFor, OperatorRefusal } from "./operator-refusal.ts";
import type { Given, Name, Result } from "./page-commands.ts";

export interface Answered<Value> {
  /** The last answer, which a later failure leaves as it is; undefined until there is one. */
  readonly value: Value | undefined;
  /** Why there is none, or no newer one, in lines. */
  readonly refusal: readonly string[];
  readonly reload: () => void;
}

/** What a command gives, as a view shows it; asked again when the view wants to and, if told so, by itself. */
export function useAnswer<Of extends Name>(
  name: Of,
  given: Given<Of>,
  { everyMillis }: { readonly everyMillis?: number } = {},
): Answered<Result<Of>> {
  const { operator } = useParts();
  const [value, setValue] = useState<Result<Of> | undefined>(undefined);
  const [refusal, setRefusal] = useState<readonly string[]>([]);
  const question = useRef<RepeatedQuestion | undefined>(undefined);
  const text = JSON.stringify(given);
  useEffect(() => {
    let isAnswered = false;
    const asked = askRepeatedly<Result<Of>>({
      pauseMillis: everyMillis,
      ask: () => operator.ask(name, JSON.parse(text)),
      onAnswer: (result) => {
        isAnswered = true;
        setValue(() => result);
        setRefusal([]);
      },
      onFailure: (error) => {
        setRefusal(linesFor(error));
        // What a gateway refuses from the start it cannot do, such as faults of lamps that are not simulated.
        return error instanceof OperatorRefusal && !isAnswered ? "enough" : "ask-again";
      },
    });
    question.current = asked;
    return () => asked.stop();
  }, [operator, name, text, everyMillis]);
  return { value, refusal, reload: () => question.current?.again() };
}
