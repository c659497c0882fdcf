import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

// Loaded before the gateway: watches how late its event loop is, from when it is told to until it is asked.
const RESOLUTION_MILLIS = 1;

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLIS });
  process.on("message", (wish) => {
    if (wish === "begin") {
      delay.enable();
      delay.reset();
      return;
    }
    delay.disable();
    // The histogram holds the time between two ticks, of which the resolution is no delay.
    const millis = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MILLIS);
    process.send?.({ p50: millis(delay.percentile(50)), p99: millis(delay.percentile(99)), max: millis(delay.max) });
  });
  process.channel?.unref();
}
