import { useState } from "preact/hooks";
import { useParts } from "../../page-parts.ts";
import type { DeviceRow } from "./arranged-devices.ts";
import { doneToEach } from "./each-device.ts";
import { outcomeMessage } from "./each-outcome.ts";

/** From so many devices on, it takes a while. */
const MANY = 20;

interface Task {
  readonly rows: readonly DeviceRow[];
  readonly act: (row: DeviceRow) => Promise<unknown>;
  /** What is being done: "Turning off". */
  readonly doing: string;
  /** What was done then: "turned off". */
  readonly what: string;
  readonly needsOnline?: boolean;
  readonly atOnce?: number;
}

interface Each {
  /** How far it is, in words, while it takes long. */
  readonly progress: string | undefined;
  /** Does something to each device and says what became of it; with those that it was done to. */
  readonly doToEach: (task: Task) => Promise<readonly DeviceRow[]>;
}

/** Things that are done to many devices one by one. The browser asks before somebody closes the page in between. */
export function useEach(): Each {
  const { messages } = useParts();
  const [progress, setProgress] = useState<string | undefined>(undefined);
  const doToEach = async ({ rows, act, doing, what, needsOnline = false, atOnce = 1 }: Task) => {
    const onProgress = (tried: number) => {
      if (rows.length >= MANY) setProgress(`${doing}: ${tried} of ${rows.length}`);
    };
    onProgress(0);
    const askFirst = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", askFirst);
    const outcome = await doneToEach(rows, act, { atOnce, onProgress });
    removeEventListener("beforeunload", askFirst);
    setProgress(undefined);
    const { text, kind, lines } = outcomeMessage(outcome, { what, needsOnline });
    messages.say(text, kind, lines);
    return outcome.done;
  };
  return { progress, doToEach };
}
