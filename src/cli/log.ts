import type { DiscoveryState } from "../discovery/listen.ts";
import { printable } from "./printable.ts";

/** Whoever read our lines may leave; the gateway goes on without them. */
process.stdout.on("error", () => undefined);

/** One line an event on standard output, without anything that would disturb a terminal. */
export function log(...lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${printable(line)}\n`).join(""));
}

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
