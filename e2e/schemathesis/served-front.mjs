// A front of a fleet of two gateways, with a client that paired and a button that is pressed again and again.
import { setTimeout as pause } from "node:timers/promises";
import { ServedFleet } from "../support/served-fleet.mjs";
import { identifiersAt } from "./identifiers.mjs";

/** Often enough for keys to be given, and seldom enough for requests to meet a window that is shut. */
const PRESS_MILLIS = 500;

export async function servedFront(folder) {
  const fleet = new ServedFleet(folder);
  await fleet.start();
  const key = await fleet.key("luxgate#schemathesis");
  const stopping = new AbortController();
  const pressing = pressed(fleet, stopping.signal);
  return {
    url: fleet.url,
    key,
    identifiers: () => identifiersAt(fleet.url),
    faults: () => fleet.errors,
    async stop() {
      stopping.abort();
      await pressing;
      await fleet.stop();
    },
  };
}

async function pressed(fleet, signal) {
  while (!signal.aborted) {
    await fleet.fleet("press");
    await pause(PRESS_MILLIS, undefined, { signal }).catch(() => undefined);
  }
}
