import type { DiscoveryAsker } from "./discovery-asker.ts";

/** How many requests are sent, and how many of them a network may lose. */
const REQUESTS = 10;
const MOST_LOST = 1;

/** So slowly that no gateway takes it for a flood; where too many are lost, slower still. */
const PACES_MILLIS = [600, 1_500, 1_500];

/** Checks that a gateway answers each of several requests, and not only some of them. */
export async function checkEvery(asker: DiscoveryAsker): Promise<void> {
  let answered = 0;
  for (const paceMillis of PACES_MILLIS) {
    answered = await asker.count(REQUESTS, paceMillis);
    if (answered >= REQUESTS - MOST_LOST) break;
  }
  asker.expect("discovery.every", answered >= REQUESTS - MOST_LOST, {
    expected: `replies to ${REQUESTS} requests in sequence`,
    found: `${answered}`,
  });
}
