import { performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { beginCollectingGarbage } from "../shared/collect-garbage.ts";

const LOOK_MILLIS = 5_000;
/** A gateway that is busy collects its garbage anyway, and has no time for more. */
const IDLE_UTILIZATION = 0.1;
const EXCESS_BYTES = 8 * 1024 * 1024;

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
  let neededBytes = usedBytes();
  let isCollecting = false;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const bytes = usedBytes();
    if (isCollecting) neededBytes = Math.min(bytes, neededBytes);
    const isExcessive = releasedBytes > EXCESS_BYTES || bytes > neededBytes + EXCESS_BYTES;
    isCollecting = isExcessive && utilization <= IDLE_UTILIZATION && !isCollecting;
    if (!isCollecting) return;
    releasedBytes = 0;
    neededBytes = bytes;
    beginCollectingGarbage();
  }, LOOK_MILLIS).unref();
}

function usedBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}
