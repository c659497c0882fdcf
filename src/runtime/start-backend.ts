import { startDeviceSync } from "../core/gateway/device-sync.ts";
import type { Gateway } from "../core/gateway/gateway.ts";
import { OptimisticState } from "../core/gateway/optimistic-state.ts";
import type { Backend, BackendContext } from "../edges/backends/backend.ts";
import type { Clock } from "../shared/clock.ts";

/** Starts a back end of some kind. */
export type StartDevices<SomeBackend extends Backend> = (context: BackendContext) => SomeBackend;

export interface RunningBackend<SomeBackend extends Backend> {
  readonly backend: SomeBackend;
  readonly optimisticState: OptimisticState;
  stop(): Promise<void>;
}

/** Starts a back end and connects it to the gateway: reports go to the gateway, commands to the devices. */
export function startBackend<SomeBackend extends Backend>(
  gateway: Gateway,
  clock: Clock,
  startDevices: StartDevices<SomeBackend>,
  { isMirror = false }: { readonly isMirror?: boolean } = {},
): RunningBackend<SomeBackend> {
  const optimisticState = new OptimisticState(
    clock,
    (change) => gateway.submit(change),
    (change) => gateway.putBack(change),
  );
  const backend = startDevices({
    home: gateway.home,
    clock,
    report: (change) => optimisticState.report(change),
    batch: (reportAll) => gateway.batch(reportAll),
  });
  const stopSync = isMirror ? () => undefined : startDeviceSync({ gateway, optimisticState, devices: backend });
  const stop = async () => {
    stopSync();
    optimisticState.stop();
    await backend.stop();
  };
  return { backend, optimisticState, stop };
}
