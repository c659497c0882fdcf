/** How long a request waits to be allowed; and again, how long its browser has to take the session. */
export const REQUEST_MILLIS = 5 * 60_000;

/** In all, and of one address: those that were denied count until their time is over. */
export const MOST_REQUESTS = 32;
export const MOST_OF_ADDRESS = 4;

/** Of a request, what counts for who gives way. */
interface Held {
  readonly address: string;
  readonly state: "waiting" | "allowed" | "denied";
}

/**
 * Whether one more request of an address has room, given those that are held in the order in which they were made, and
 * which of them gives way to it: what was denied first, then the latest of the address that has the most. The only request
 * of an address never does.
 */
export function roomFor<Request extends Held>(
  held: readonly Request[],
  address: string,
): { readonly hasRoom: boolean; readonly givesWay?: Request } {
  const countOf = (of: string) => held.filter((one) => one.address === of).length;
  if (countOf(address) >= MOST_OF_ADDRESS) return { hasRoom: false };
  if (held.length < MOST_REQUESTS) return { hasRoom: true };
  const denied = held.find(({ state }) => state === "denied");
  if (denied) return { hasRoom: true, givesWay: denied };
  const waiting = held.filter(({ state }) => state === "waiting");
  const crowded = waiting.toSorted((one, other) => countOf(other.address) - countOf(one.address))[0];
  if (!crowded || countOf(crowded.address) < countOf(address) + 2) return { hasRoom: false };
  const latest = waiting.findLast((one) => one.address === crowded.address);
  return latest ? { hasRoom: true, givesWay: latest } : { hasRoom: true };
}
