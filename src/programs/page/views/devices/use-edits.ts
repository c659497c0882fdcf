import { useState } from "preact/hooks";
import { linesFor } from "../../operator/operator-refusal.ts";
import { useParts } from "../../page-parts.ts";

/** Gives edits of many devices once at a time: all of it is done, or nothing and why. */
export function useEdits() {
  const { messages } = useParts();
  const [refusal, setRefusal] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const give = async (ask: () => Promise<unknown>, done: string): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    try {
      await ask();
      messages.say(done);
      return true;
    } catch (error) {
      setRefusal(linesFor(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { give, refusal, isBusy, forget: () => setRefusal([]) };
}
