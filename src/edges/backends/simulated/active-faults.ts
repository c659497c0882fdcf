import type { DeviceId } from "../../../core/home/model/ids.ts";
import type { Delays, DeviceBehaviour } from "./device-behaviour.ts";
import type { ActiveFault, RandomFaults } from "./happening.ts";
import type { SimulatedNetwork } from "./network.ts";
import type { SimulatedDevice } from "./simulated-device.ts";

/** All active faults: those of the network first, then device by device. */
export const activeFaultsOf = (
  network: SimulatedNetwork,
  calmDelays: Delays,
  random: RandomFaults | undefined,
): readonly ActiveFault[] => [
  ...(random ? [{ kind: "random", ...random } as const] : []),
  ...delayFaults("all", unlike(calmDelays, network.usualDelays)),
  ...network.devices().flatMap(deviceFaults),
];

function deviceFaults({
  actualState,
  isOnline,
  behaviour,
  isDeclaredOffline: isDeclared,
}: SimulatedDevice): readonly ActiveFault[] {
  const deviceId = actualState.device.id;
  return [
    ...(isOnline ? [] : [{ kind: "offline", deviceId, ...(isDeclared ? { isDeclared } : {}) } as const]),
    ...(behaviour.loseNext > 0 ? [{ kind: "loseNext", deviceId, count: behaviour.loseNext } as const] : []),
    ...delayFaults(deviceId, behaviour),
  ];
}

type OwnDelays = Pick<DeviceBehaviour, keyof Delays>;

const delayFaults = (
  deviceId: DeviceId | "all",
  { latencyMillis, reportLateMillis }: OwnDelays,
): readonly ActiveFault[] => [
  ...(latencyMillis === undefined ? [] : [{ kind: "latency", deviceId, millis: latencyMillis } as const]),
  ...(reportLateMillis === undefined ? [] : [{ kind: "reportLate", deviceId, millis: reportLateMillis } as const]),
];

const unlike = (calm: Delays, usual: Delays): OwnDelays => ({
  latencyMillis: calm.latencyMillis === usual.latencyMillis ? undefined : usual.latencyMillis,
  reportLateMillis: calm.reportLateMillis === usual.reportLateMillis ? undefined : usual.reportLateMillis,
});
