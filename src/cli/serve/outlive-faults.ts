import { counted } from "../../shared/counted.ts";
import type { log } from "./log.ts";

/** So many are told in a minute: one that comes back at every turn must not fill the disk with its lines. */
const TOLD_A_MINUTE = 10;
const MINUTE_MILLIS = 60_000;

/**
 * The last net beneath a gateway that serves. Faults are contained where they happen, for one connection or one message;
 * what still gets through is told and the house keeps its light: everything acknowledged is on the disk, and the home
 * changes in one step or not at all, so nothing is left half done.
 */
export function outliveFaults(tell: typeof log): void {
  let told = 0;
  process.on("uncaughtException", (fault) => {
    told += 1;
    if (told <= TOLD_A_MINUTE) tell(`Fault, contained: ${fault instanceof Error ? fault.stack : String(fault)}`);
  });
  setInterval(() => {
    if (told > TOLD_A_MINUTE) tell(`… and ${counted(told - TOLD_A_MINUTE, "more fault")} within a minute.`);
    told = 0;
  }, MINUTE_MILLIS).unref();
}
