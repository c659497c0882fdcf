import { log } from "./log.ts";

type ListeningState =
  | { readonly listening: true; readonly port: number }
  | { readonly listening: false; readonly port: number; readonly reason: string };

/** Tells when a port is lost and when it is back, once each, not at every try. */
export function logListening(what: string, portName: string): (state: ListeningState) => void {
  let lost = false;
  return (state) => {
    if (state.listening && lost) log(`${what} answers again on ${portName} ${state.port}.`);
    if (!state.listening && !lost) {
      log(`${what} is off: ${portName} ${state.port} cannot be had (${state.reason}). HTTP serves on; trying again.`);
    }
    lost = !state.listening;
  };
}
