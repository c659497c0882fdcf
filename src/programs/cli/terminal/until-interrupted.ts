import { onStopSignal } from "../serve/stop-signals.ts";
import { outputLost } from "./standard-output.ts";

/** Runs a task that the person at the terminal may end with Ctrl-C; a second time ends the program. */
export async function untilInterrupted<Result>(task: (ended: AbortSignal) => Promise<Result>): Promise<Result> {
  const ending = new AbortController();
  const unsubscribe = onStopSignal(() => ending.abort());
  try {
    return await task(ending.signal);
  } finally {
    unsubscribe();
  }
}

/** The same for a task whose purpose is its output: the task also ends once nobody reads that any more. */
export const untilInterruptedOrUnread = <Result>(task: (ended: AbortSignal) => Promise<Result>): Promise<Result> =>
  untilInterrupted((interrupted) => task(AbortSignal.any([interrupted, outputLost()])));
