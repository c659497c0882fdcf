import { inspect } from "node:util";
import { logLast, logTaken } from "./log.ts";

/** EX_SOFTWARE of sysexits.h. */
const FAULT_EXIT_CODE = 70;

/** How long the stop after a fault may take. */
const STOP_MILLIS = 1_000;

/**
 * Ends the process after an exception or a rejected promise that nothing caught, as nobody knows what it left half done
 * (decision 55). The fault is logged, `stop` has a second, and the service manager starts the gateway again: what was
 * acknowledged is on the disk. Returns what ends the process in the same way because of a fault that was noticed
 * otherwise.
 */
export function exitOnFault(stop: () => Promise<unknown>): (fault: unknown) => void {
  let isEnding = false;
  const end = (fault: unknown) => {
    // Faults that follow are mostly consequences of the first.
    if (isEnding) return;
    isEnding = true;
    const exit = () => process.exit(FAULT_EXIT_CODE);
    setTimeout(exit, STOP_MILLIS);
    logLast(`Uncaught fault; the gateway exits with code ${FAULT_EXIT_CODE}: ${inspect(fault)}`);
    void stopped(stop).then(exit);
  };
  process.on("uncaughtException", end);
  return end;
}

async function stopped(stop: () => Promise<unknown>): Promise<void> {
  try {
    await stop();
  } catch (fault) {
    logLast(`The gateway could not be stopped cleanly: ${inspect(fault)}`);
  }
  await logTaken();
}
