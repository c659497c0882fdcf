import { setFlagsFromString } from "node:v8";
import { measureMemory, runInNewContext } from "node:vm";

/** Gives back what reading a home left behind: a thread that has little to do afterwards would keep it for good. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/**
 * The same a little at a time, in well under 10 ms each: all at once takes 150 ms and more in a large home. Settles when
 * it is done. The engine has no other name for that than a measurement of memory, which has to know what is garbage.
 */
export async function collectGarbageInSteps(): Promise<void> {
  await withoutWarning(() => measureMemory({ mode: "summary", execution: "eager" }));
}

/** Node calls it experimental once in the life of a process, which tells nobody anything who runs a gateway. */
function withoutWarning<Result>(act: () => Result): Result {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return act();
  } finally {
    process.emitWarning = emitWarning;
  }
}
