import { counted } from "../../../shared/counted.ts";
import { brokerProblem } from "../../mqtt/connection/broker-problem.ts";
import type { Problem, Source } from "../condition.ts";
import type { Bridge } from "./bridge/bridge.ts";

/** The name, contents and problem of a bridge, for the status of the gateway. */
export const sourceFrom = (bridge: Bridge): Source => ({
  name: bridge.name,
  description: summaryOf(bridge),
  problem: bridge.problem,
  messages: bridge.messages,
});

/** A bridge that is away is a problem for as long as the outage lasts. */
export const outageProblems = ({ name, outage }: Bridge, nowMillis: number): readonly Problem[] =>
  outage
    ? [
        {
          about: name,
          description: `Zigbee2MQTT is unreachable: ${brokerProblem(outage.reason)}`,
          count: 1,
          lastMillis: nowMillis,
          sinceMillis: outage.sinceMillis,
        },
      ]
    : [];

function summaryOf({ version, devices, groups }: Bridge): string {
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
