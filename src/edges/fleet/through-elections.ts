import { setTimeout as delay } from "node:timers/promises";
import { JetStreamApiError } from "@nats-io/jetstream";
import { RequestError, TimeoutError } from "@nats-io/transport-node";
import { FleetFault } from "./connect-once.ts";

/** Longer than a cluster takes to elect its leaders. */
const PATIENCE_MILLIS = 15_000;
const AGAIN_MILLIS = 250;
const NO_LEADER = 10_008;

/** A server answered that has not all of the fleet's data: it has just come back, or knows no leader. */
export class CopyBehind extends FleetFault {
  constructor() {
    super(
      "A NATS server has not caught up with the others yet, so not all of the fleet's data came. Try again in a moment.",
    );
  }
}

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
  if (error instanceof CopyBehind || error instanceof TimeoutError || error instanceof RequestError) return true;
  return error instanceof Error && error.name === "JetStreamNotEnabled";
}
