import type { Clock } from "../home/clock.ts";
import { ReusedMemory } from "../present/page-memory.ts";
import { CooperativeQueue } from "./cooperative-queue.ts";
import { InFlight } from "./in-flight.ts";
import type { HttpLimits } from "./limits.ts";
import { PieceCounts } from "./piece-counts.ts";
import { ResponseCache } from "./response-cache.ts";
import { Responses } from "./responses.ts";

/** How many responses are cached, however small they are. */
const CACHED_RESPONSES = 256;

/** Puts together what makes, caches and counts the responses of one gateway. */
export function startResponses(
  limits: HttpLimits,
  { now }: Pick<Clock, "now">,
): { readonly inFlight: InFlight; readonly responses: Responses } {
  const queue = new CooperativeQueue(now, limits.making);
  const memory = new ReusedMemory();
  const counts = new PieceCounts(reusing(memory, queue));
  const inFlight = new InFlight(limits, counts);
  const cache = new ResponseCache({ bytes: limits.cachedBytes, responses: CACHED_RESPONSES }, counts);
  return { inFlight, responses: new Responses({ cache, queue, inFlight, memory }) };
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
