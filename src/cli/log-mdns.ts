import type { MdnsState } from "../mdns/state.ts";
import { log } from "./log.ts";

/** Tells when the gateway is not announced by mDNS, and when it is again. */
export function logMdns(): (state: MdnsState) => void {
  let lost = false;
  return (state) => {
    if (state.announced && lost) log(`Announced by mDNS again, as ${JSON.stringify(state.name)}.`);
    if (!state.announced && !lost)
      log(`Not announced by mDNS: ${state.reason}. Everything else goes on; trying again.`);
    lost = !state.announced;
  };
}
