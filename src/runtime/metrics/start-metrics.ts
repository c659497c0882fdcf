import type { RunningGateway } from "../start-gateway.ts";
import { EventAges } from "./event-ages.ts";
import { EventLoopLag } from "./event-loop-lag.ts";
import { listenForMetrics, type MetricsListener, type MetricsListenerOptions } from "./listen.ts";
import { registryOf } from "./registry.ts";

export interface MetricsStartOptions extends Omit<MetricsListenerOptions, "registry"> {
  readonly running: RunningGateway;
  readonly version: string;
  /** By the wall clock. */
  readonly today: () => Date;
}

/** Serves metrics of a running gateway to Prometheus. */
export async function startMetrics(options: MetricsStartOptions): Promise<MetricsListener> {
  const { running, version, clock, today } = options;
  const eventAges = EventAges.follow(running.journal, clock.now);
  const eventLoopLag = EventLoopLag.watch(clock);
  const startedAtSeconds = today().getTime() / 1000;
  const registry = registryOf(() => ({
    running,
    eventAges,
    eventLoopLag,
    version,
    startedAtSeconds,
    nowMillis: clock.now(),
  }));
  const listener = await listenForMetrics({ ...options, registry });
  return {
    get port() {
      return listener.port;
    },
    async stop() {
      eventAges.stop();
      eventLoopLag.stop();
      await listener.stop();
    },
  };
}
