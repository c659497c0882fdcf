import { isIPv6 } from "node:net";
import { hostname } from "node:os";
import type { MetricsListener, MetricsState } from "../../../runtime/metrics/listen.ts";
import type { MetricsStartOptions } from "../../../runtime/metrics/start-metrics.ts";
import { VERSION } from "../../../runtime/package.ts";
import type { RunningGateway } from "../../../runtime/start-gateway.ts";
import { SYSTEM_CLOCK } from "../../../shared/system-clock.ts";
import { log } from "./log.ts";
import { logListening } from "./log-states.ts";
import type { ServeOptions } from "./serve-command.ts";
import { onFault } from "./start-serving.ts";

type MetricsOptions = Pick<ServeOptions, "metricsPort" | "metricsHost" | "allowHost">;

/** Serves metrics, where a port for them was given. What makes them is loaded only then. */
export async function metricsFor(
  { metricsPort, metricsHost, allowHost }: MetricsOptions,
  running: RunningGateway,
  watched: Pick<MetricsStartOptions, "fleet" | "backups" | "matter"> = {},
): Promise<MetricsListener | undefined> {
  if (metricsPort === undefined) return undefined;
  const { startMetrics } = await import("../../../runtime/metrics/start-metrics.ts");
  return startMetrics({
    host: metricsHost,
    port: metricsPort,
    ownNames: [hostname(), ...allowHost],
    running,
    ...watched,
    version: VERSION,
    clock: SYSTEM_CLOCK,
    today: () => new Date(),
    onState: logMetrics(metricsHost),
    onFault,
  });
}

/** Logs where metrics are, and whenever their port is lost or back. */
function logMetrics(host: string): (state: MetricsState) => void {
  const logState = logListening("Metrics", "port");
  let isFirst = true;
  return (state) => {
    logState(state);
    if (state.listening && isFirst)
      log(`Metrics are at http://${isIPv6(host) ? `[${host}]` : host}:${state.port}/metrics`);
    isFirst &&= !state.listening;
  };
}
