import type { Clock } from "../../../shared/clock.ts";
import { StepQueue } from "../../../shared/step-queue.ts";
import type { HttpLimits } from "../limits.ts";
import { InFlight } from "../server/in-flight.ts";
import { ResponseCache } from "./response-cache.ts";
import { Responses } from "./responses.ts";

/** How many responses are cached, however small they are. */
const CACHED_RESPONSES = 256;

/** Responses that no client has read in this time make room for whatever else the machine does. */
const SWEEP_MILLIS = 10_000;

/** Puts together what makes, caches and counts the responses of one listener. */
export function startResponses(
  limits: HttpLimits,
  clock: Clock,
): {
  readonly inFlight: InFlight;
  readonly responses: Responses;
  /** What is made in steps. */
  readonly queue: StepQueue;
  /** A connection was accepted: more may wait behind it. */
  readonly giveWay: () => void;
  readonly stop: () => void;
} {
  const queue = new StepQueue(clock.now, limits.queue);
  const inFlight = new InFlight(limits);
  const capacity = {
    bytes: limits.cachedBytes,
    idleBytes: limits.idleCachedBytes,
    largestBytes: limits.largestCachedBytes,
    responses: CACHED_RESPONSES,
  };
  const cache = new ResponseCache(capacity);
  let stop: () => void = () => undefined;
  const sweepLater = () => {
    stop = clock.after(SWEEP_MILLIS, () => {
      cache.sweep();
      sweepLater();
    });
  };
  sweepLater();
  const responses = new Responses({ cache, queue, inFlight });
  return { inFlight, responses, queue, giveWay: () => queue.giveWay(), stop: () => stop() };
}
