import type { DeviceId } from "../../home/model/ids.ts";
import type { Delays, Habits } from "./habits.ts";
import type { Mood, RandomFaults } from "./happening.ts";
import type { SimulatedNetwork } from "./network.ts";
import type { SimulatedDevice } from "./simulated-device.ts";

/** All that is out of the ordinary: what concerns every device first, then device by device. */
export const moodsOf = (
  network: SimulatedNetwork,
  calmDelays: Delays,
  random: RandomFaults | undefined,
): readonly Mood[] => [
  ...(random ? [{ kind: "random", ...random } as const] : []),
  ...delayMoods("all", unlike(calmDelays, network.usualDelays)),
  ...network.devices().flatMap(deviceMoods),
];

function deviceMoods({ truth, isOnline, habits }: SimulatedDevice): readonly Mood[] {
  const deviceId = truth.device.id;
  return [
    ...(isOnline ? [] : [{ kind: "offline", deviceId } as const]),
    ...(habits.loseNext > 0 ? [{ kind: "loseNext", deviceId, count: habits.loseNext } as const] : []),
    ...delayMoods(deviceId, habits),
  ];
}

type OwnDelays = Pick<Habits, keyof Delays>;

const delayMoods = (deviceId: DeviceId | "all", { latencyMillis, reportLateMillis }: OwnDelays): readonly Mood[] => [
  ...(latencyMillis === undefined ? [] : [{ kind: "latency", deviceId, millis: latencyMillis } as const]),
  ...(reportLateMillis === undefined ? [] : [{ kind: "reportLate", deviceId, millis: reportLateMillis } as const]),
];

const unlike = (calm: Delays, usual: Delays): OwnDelays => ({
  latencyMillis: calm.latencyMillis === usual.latencyMillis ? undefined : usual.latencyMillis,
  reportLateMillis: calm.reportLateMillis === usual.reportLateMillis ? undefined : usual.reportLateMillis,
});
