import type { DiscoveryState } from "../discovery/listen.ts";
import { log } from "./log.ts";

/** Tells when discovery is lost and when it is back, once each, not at every try. */
export function logDiscovery(): (state: DiscoveryState) => void {
  let lost = false;
  return (state) => {
    if (state.listening && lost) log(`Discovery answers again on UDP port ${state.port}.`);
    if (!state.listening && !lost) {
      log(`Discovery is off: UDP port ${state.port} cannot be had (${state.reason}). HTTP serves on; trying again.`);
    }
    lost = !state.listening;
  };
}
