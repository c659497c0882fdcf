import { useState } from "preact/hooks";
import { linesFor } from "../../operator/operator-refusal.ts";
import type { Given, Name, Result } from "../../operator/page-commands.ts";
import { useParts } from "../../page-parts.ts";

interface Edit {
  /** Why the last command was refused, in lines. */
  readonly refusal: readonly string[];
  readonly isBusy: boolean;
  /** Gives a command; undefined if it was refused. */
  readonly give: <Of extends Name>(name: Of, given: Given<Of>) => Promise<Result<Of> | undefined>;
}

/** What commands take for the room of a device that is in none. */
export const NO_ROOM = "none";

/** Commands of a form: what is wrong stands in the form. */
export function useEdit(): Edit {
  const { operator } = useParts();
  const [refusal, setRefusal] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const give = async <Of extends Name>(name: Of, given: Given<Of>) => {
    setBusy(true);
    try {
      const result = await operator.ask(name, given);
      setRefusal([]);
      return result;
    } catch (error) {
      setRefusal(linesFor(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { refusal, isBusy, give };
}
