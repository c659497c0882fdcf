import type { FleetMember } from "../../edges/fleet/member/fleet-member.ts";
import type { MatterState } from "../../edges/matter/bridge.ts";
import type { RunningGateway } from "../start-gateway.ts";
import { EventAges } from "./event-ages.ts";
import { EventLoopLag } from "./event-loop-lag.ts";
import type { BackupCondition } from "./family.ts";
import { listenForMetrics, type MetricsListener, type MetricsListenerOptions } from "./listen.ts";
import { OfflineTimes } from "./offline-times.ts";
import { registryOf } from "./registry.ts";

export interface MetricsStartOptions extends Omit<MetricsListenerOptions, "registry"> {
  readonly running: RunningGateway;
  /** The gateway's place in a fleet; undefined where it has none. */
  readonly fleet?: Pick<FleetMember, "condition"> | undefined;
  /** Automatic backups; undefined where there are none. */
  readonly backups?: { readonly condition: BackupCondition } | undefined;
  /** The Matter bridge; undefined where there is none. */
  readonly matter?: (() => MatterState | undefined) | undefined;
  readonly version: string;
  /** By the wall clock. */
  readonly today: () => Date;
}

/** Serves metrics of a running gateway to Prometheus. */
export async function startMetrics(options: MetricsStartOptions): Promise<MetricsListener> {
  const { running, fleet, backups, matter, version, clock, today } = options;
  const eventAges = EventAges.follow(running.journal, clock.now);
  const eventLoopLag = EventLoopLag.watch(clock);
  const offlineTimes = OfflineTimes.follow(running.gateway, clock.now);
  const startedAtSeconds = today().getTime() / 1000;
  const registry = registryOf(() => ({
    running,
    fleet: fleet?.condition,
    backups: backups?.condition,
    matter: matter?.(),
    eventAges,
    eventLoopLag,
    offlineTimes,
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
      offlineTimes.stop();
      await listener.stop();
    },
  };
}
