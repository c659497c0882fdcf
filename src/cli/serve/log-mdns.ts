import type { MdnsState } from "../../mdns/state.ts";
import { log } from "./log.ts";

/** Tells when the gateway is not announced by mDNS, when it is again, and when another one has its name. */
export function logMdns(asked: () => string): (state: MdnsState) => void {
  let lost = false;
  return (state) => {
    if (state.announced && lost) log(`Announced by mDNS again, as ${JSON.stringify(state.name)}.`);
    else if (state.announced && /\(\d+\)$/.test(state.name) && !asked().endsWith(")")) {
      log(`Announced by mDNS as ${JSON.stringify(state.name)}: there is another ${JSON.stringify(asked())}.`);
    }
    if (!state.announced && !lost)
      log(`Not announced by mDNS: ${state.reason}. Everything else goes on; trying again.`);
    lost = !state.announced;
  };
}
