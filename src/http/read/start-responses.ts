import { ReusedMemory } from "../../present/pages/page-memory.ts";
import type { Clock } from "../../shared/clock.ts";
import type { HttpLimits } from "../limits.ts";
import { CooperativeQueue } from "../server/cooperative-queue.ts";
import { InFlight } from "../server/in-flight.ts";
import { PieceCounts } from "./piece-counts.ts";
import { ResponseCache } from "./response-cache.ts";
import { Responses } from "./responses.ts";

/** How many responses are cached, however small they are. */
const CACHED_RESPONSES = 256;

/** Responses that nobody has asked for in this time make room for whatever else the machine does. */
const SWEEP_MILLIS = 10_000;

/** Puts together what makes, caches and counts the responses of one gateway. */
export function startResponses(
  limits: HttpLimits,
  clock: Clock,
  onReleased: (bytes: number) => void = () => undefined,
): {
  readonly inFlight: InFlight;
  readonly responses: Responses;
  /** Somebody has come in: others may wait behind. */
  readonly giveWay: () => void;
  readonly stop: () => void;
} {
  const queue = new CooperativeQueue(clock.now, limits.making);
  const memory = new ReusedMemory();
  const reuse = reusing(memory, queue);
  const counts = new PieceCounts((piece) => {
    onReleased(piece.byteLength);
    reuse(piece);
  });
  const inFlight = new InFlight(limits, counts);
  const capacity = { bytes: limits.cachedBytes, idleBytes: limits.idleCachedBytes, responses: CACHED_RESPONSES };
  const cache = new ResponseCache(capacity, counts);
  let stop: () => void = () => undefined;
  const sweepLater = () => {
    stop = clock.after(SWEEP_MILLIS, () => {
      cache.sweep();
      sweepLater();
    });
  };
  sweepLater();
  const responses = new Responses({ cache, queue, inFlight, memory });
  return { inFlight, responses, giveWay: () => queue.giveWay(), stop: () => stop() };
}

/**
 * Has memory used again that nobody holds any more. Not while something is being made, which may read former pages that
 * are not counted as held; and not in the same turn, in which an answer may be handed on before it is counted.
 */
function reusing(memory: ReusedMemory, queue: CooperativeQueue): (piece: Uint8Array) => void {
  let free: Uint8Array[] = [];
  const giveBack = () => {
    memory.giveBack(free);
    free = [];
  };
  return (piece) => {
    if (queue.isBusy) return;
    if (free.length === 0) setImmediate(giveBack);
    free.push(piece);
  };
}
