import { onStopSignal } from "../serve/stop-signals.ts";
import { outputLost } from "./standard-output.ts";

/** Does something that the person at the terminal may end with Ctrl-C; a second time ends the program. */
export async function untilInterrupted<Result>(task: (ended: AbortSignal) => Promise<Result>): Promise<Result> {
  const ending = new AbortController();
  const endListening = onStopSignal(() => ending.abort());
  try {
    return await task(ending.signal);
  } finally {
    endListening();
  }
}

/** The same for something that is done for what it prints: it also ends once nobody reads that any more. */
export const untilUnwanted = <Result>(task: (ended: AbortSignal) => Promise<Result>): Promise<Result> =>
  untilInterrupted((interrupted) => task(AbortSignal.any([interrupted, outputLost()])));
