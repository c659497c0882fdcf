import { openSync, readSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

// Loaded before the gateway: watches how late its event loop is, from when it is told to until it is asked.
const RESOLUTION_MILLIS = 1;

/** What the main thread has used of its core since its start; others who use the core are not in it. */
function usedMillisOfThread(): () => number {
  const file = openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, "r");
  const bytes = Buffer.alloc(64);
  return () => Number.parseInt(bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0)), 10) / 1e6;
}

/** The most of its core that the thread used between two turns of a timer. */
class LongestTurn {
  millis = 0;
  readonly #used = usedMillisOfThread();
  #before = this.#used();

  constructor() {
    setInterval(() => this.#turn(), RESOLUTION_MILLIS).unref();
  }

  reset(): void {
    this.#before = this.#used();
    this.millis = 0;
  }

  #turn(): void {
    const now = this.#used();
    this.millis = Math.max(this.millis, now - this.#before);
    this.#before = now;
  }
}

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLIS });
  let longestTurn: LongestTurn | undefined;
  process.on("message", (command) => {
    if (command === "begin") {
      longestTurn ??= new LongestTurn();
      longestTurn.reset();
      delay.enable();
      delay.reset();
      return;
    }
    delay.disable();
    // The histogram holds the time between two ticks, of which the resolution is no delay.
    const millis = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MILLIS);
    process.send?.({
      p50: millis(delay.percentile(50)),
      p99: millis(delay.percentile(99)),
      max: millis(delay.max),
      longestTurn: longestTurn?.millis ?? 0,
    });
  });
  process.channel?.unref();
}
