import type { OperatorState } from "../../control/listen.ts";
import { log } from "./log.ts";

/** Tells when commands cannot be taken and when they can again, once each. */
export function logOperator(): (state: OperatorState) => void {
  let lost = false;
  return (state) => {
    if (state.listening && lost) log("Commands are taken again.");
    if (!state.listening && !lost) {
      log(`Commands cannot be taken at ${state.path} (${state.reason}). The gateway serves on; trying again.`);
    }
    lost = !state.listening;
  };
}
