import type { TrafficCaller } from "./traffic-entry.ts";

/** What a refusal for want of a key has: the code in the envelope, and the return code of MQTT. */
const KEY_CODES: readonly (number | undefined)[] = [-401, 5];

/**
 * "key test#client", "operator", "an invalid key"; "no key" where one was needed, and undefined where none was. Names stand
 * behind what they are the name of: a client may call itself "operator".
 */
export function callerWords(caller: TrafficCaller, code: number | undefined): string | undefined {
  switch (caller.kind) {
    case "key":
    case "client":
      return `${caller.kind} ${caller.name}`;
    case "operator":
      return "operator";
    case "no-key":
      return KEY_CODES.includes(code) ? "no key" : undefined;
    case "wrong-key":
      return "an invalid key";
    default:
      return caller satisfies never;
  }
}
