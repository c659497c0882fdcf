import { performance } from "node:perf_hooks";
import { beginCollectingGarbage, heldBytes } from "../../shared/collect-garbage.ts";

const LOOK_MILLIS = 5_000;
/** A gateway that is busy collects its garbage anyway, and has no time for more. */
const IDLE_UTILIZATION = 0.1;
const EXCESS_BYTES = 8 * 1024 * 1024;
const GAIN_BYTES = 4 * 1024 * 1024;

let releasedBytes = 0;

/** Something large is garbage from now on. */
export function noteReleased(bytes: number): void {
  releasedBytes += bytes;
}

/**
 * Gives memory back once a rush is over. The engine collects garbage when it needs room, so a gateway that has nothing
 * to do would keep what clients left behind for good.
 */
export function collectGarbageWhenIdle(): void {
  let before = performance.eventLoopUtilization();
  let neededBytes = heldBytes();
  let collectedFromBytes: number | undefined;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const bytes = heldBytes();
    // What is left after garbage was collected is needed; what the engine gives back later was not.
    neededBytes = collectedFromBytes === undefined ? Math.min(bytes, neededBytes) : bytes;
    // The engine gives back what it holds over several times.
    const isWorthMore = collectedFromBytes !== undefined && bytes < collectedFromBytes - GAIN_BYTES;
    const isExcessive = releasedBytes > EXCESS_BYTES || bytes > neededBytes + EXCESS_BYTES || isWorthMore;
    collectedFromBytes = isExcessive && utilization <= IDLE_UTILIZATION ? bytes : undefined;
    if (collectedFromBytes === undefined) return;
    releasedBytes = 0;
    beginCollectingGarbage();
  }, LOOK_MILLIS).unref();
}
