import { setTimeout as delay } from "node:timers/promises";
import { JetStreamApiError } from "@nats-io/jetstream";
import { RequestError, TimeoutError } from "@nats-io/transport-node";

/** Longer than a cluster takes to elect its leaders. */
const PATIENCE_MILLIS = 15_000;
const AGAIN_MILLIS = 250;
const NO_LEADER = 10_008;

/** Does what a cluster without a leader does not answer until it answers; only what may be done twice. */
export async function throughElections<Result>(
  work: () => Promise<Result>,
  endsAt = Date.now() + PATIENCE_MILLIS,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!mayPass(error) || Date.now() > endsAt) throw error;
    await delay(AGAIN_MILLIS);
    return throughElections(work, endsAt);
  }
}

/** No server, or none that leads, has answered. The library does not export the last one, which means just that. */
function mayPass(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return error.code === NO_LEADER;
  if (error instanceof TimeoutError || error instanceof RequestError) return true;
  return error instanceof Error && error.name === "JetStreamNotEnabled";
}
