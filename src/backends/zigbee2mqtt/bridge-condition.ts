import { brokerTrouble } from "../../mqtt/broker-trouble.ts";
import { counted } from "../../shared/counted.ts";
import type { Problem, Source } from "../condition.ts";
import type { Bridge } from "./bridge/bridge.ts";

/** A bridge at a glance. */
export const sourceFrom = (bridge: Bridge): Source => ({
  name: bridge.name,
  words: wordsOf(bridge),
  trouble: bridge.trouble,
});

/** A bridge that cannot be reached is a problem for as long as that lasts. */
export const outageProblems = ({ name, away }: Bridge, nowMillis: number): readonly Problem[] =>
  away
    ? [
        {
          about: name,
          words: `Zigbee2MQTT is out of reach: ${brokerTrouble(away.trouble)}`,
          count: 1,
          lastMillis: nowMillis,
          sinceMillis: away.sinceMillis,
        },
      ]
    : [];

function wordsOf({ version, devices, groups }: Bridge): string {
  const name = version === undefined ? "Zigbee2MQTT" : `Zigbee2MQTT ${version}`;
  if (!devices) return "";
  const lights = devices.devices.reduce((sum, { capabilities }) => sum + capabilities.lamps.length, 0);
  return [
    name,
    counted(devices.devices.length, "device"),
    counted(lights, "light"),
    counted(groups?.groups.length ?? 0, "group"),
  ].join(", ");
}
