import { behavesAsBackend } from "../../../../test/support/backends/behaves-as-backend.ts";
import { BackendOnStandIn } from "../../../../test/support/zigbee2mqtt/backend.ts";
import { definitionEntry } from "../../../../test/support/zigbee2mqtt/bridge-texts.ts";
import { aBulb, ieeeAddress, type StandInDevice } from "../../../../test/support/zigbee2mqtt/devices.ts";
import { USUAL_STYLE } from "../../../../test/support/zigbee2mqtt/style.ts";
import type { DeviceId } from "../../../core/home/model/ids.ts";
import { deviceIdOf } from "./ids.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Living room/Lamp" });
const NEWCOMER = aBulb({ ieee: ieeeAddress(2), name: "Newcomer", model: "dimmable" });
const ALL = [LAMP, NEWCOMER];

/** Known already from the last time, and not interviewed to the end yet: one is admitted when it was. */
const knownFromBefore = (device: StandInDevice): StandInDevice => ({
  ...device,
  oddities: { definition: definitionEntry(USUAL_STYLE, device.model) },
});

const ieeeOf = (deviceId: DeviceId): string => ALL.find(({ ieee }) => deviceIdOf(ieee) === deviceId)?.ieee ?? "";

behavesAsBackend("the Zigbee2MQTT back end", async () => {
  const under = await BackendOnStandIn.start({ devices: [LAMP] });
  const { backend, plainHome, reports, standIn } = under;
  /** What was asked before has arrived by then. */
  const onceSettled = async (hand: () => unknown) => {
    await under.settle();
    hand();
  };
  return {
    backend,
    home: plainHome.home,
    reports,
    submit: (change) => under.submit(change),
    settle: () => under.settle(),
    setReachable: (deviceId, isReachable) => onceSettled(() => standIn.setReachable(ieeeOf(deviceId), isReachable)),
    useWallSwitch: ({ deviceId }, on) => onceSettled(() => standIn.wallSwitch(ieeeOf(deviceId), on)),
    askToJoin: (again) =>
      onceSettled(() => (again ? standIn.join(knownFromBefore(LAMP), "IN_PROGRESS") : standIn.join(NEWCOMER))),
  };
});
