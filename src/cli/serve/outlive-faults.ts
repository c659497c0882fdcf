import { counted } from "../../shared/counted.ts";
import type { WriteLog } from "./log.ts";

/** A fault that comes back at every turn must not fill the disk with its lines. */
const MOST_PER_MINUTE = 10;
const MINUTE_MILLIS = 60_000;

/**
 * The last net beneath a gateway that serves. Faults are contained where they happen, for one connection or one message;
 * what still gets through is logged, and the house keeps its light: everything acknowledged is on the disk, and the home
 * changes in one step or not at all, so nothing is left half done.
 */
export function outliveFaults(writeLog: WriteLog): void {
  let faults = 0;
  process.on("uncaughtException", (fault) => {
    faults += 1;
    if (faults <= MOST_PER_MINUTE)
      writeLog(`Fault, contained: ${fault instanceof Error ? fault.stack : String(fault)}`);
  });
  setInterval(() => {
    if (faults > MOST_PER_MINUTE) writeLog(`… and ${counted(faults - MOST_PER_MINUTE, "more fault")} within a minute.`);
    faults = 0;
  }, MINUTE_MILLIS).unref();
}
