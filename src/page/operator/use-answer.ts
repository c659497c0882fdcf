import { useEffect, useState } from "preact/hooks";
import { useParts } from "../page-parts.ts";
import { OperatorRefusal } from "./operator.ts";
import type { Given, Name, Result } from "./page-commands.ts";

export interface Answered<Value> {
  /** The last answer; undefined until there is one. */
  readonly value: Value | undefined;
  /** Why there is none, in lines. */
  readonly refusal: readonly string[];
  readonly reload: () => void;
}

/** What a command gives, as a view shows it; asked again when the view wants to. */
export function useAnswer<Of extends Name>(name: Of, given: Given<Of>): Answered<Result<Of>> {
  const { operator } = useParts();
  const [value, setValue] = useState<Result<Of> | undefined>(undefined);
  const [refusal, setRefusal] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  const text = JSON.stringify(given);
  useEffect(() => {
    let isWanted = round >= 0;
    operator.ask(name, JSON.parse(text)).then(
      (result) => {
        if (!isWanted) return;
        setValue(() => result);
        setRefusal([]);
      },
      (error) => {
        if (isWanted) setRefusal(linesFor(error));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [operator, name, text, round]);
  return { value, refusal, reload: () => setRound((before) => before + 1) };
}

export const linesFor = (error: unknown): readonly string[] =>
  error instanceof OperatorRefusal ? error.lines : ["The gateway did not answer."];
