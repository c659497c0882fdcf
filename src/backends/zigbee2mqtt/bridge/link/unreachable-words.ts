import { brokerTrouble } from "../../../../mqtt/broker-trouble.ts";
import { duration } from "../../../../shared/duration.ts";
import type { Outage } from "./bridge-status.ts";
import type { BridgeAddress } from "./transport.ts";

const A_SECOND_MILLIS = 1_000;

/** Why nothing can be sent to a Zigbee2MQTT, for a person; undefined when it can be. */
export function unreachableReason(
  { name, whyReadOnly }: Pick<BridgeAddress, "name" | "whyReadOnly">,
  away: Outage | undefined,
  nowMillis: number,
): string | undefined {
  if (whyReadOnly !== undefined) return `${name} ${whyReadOnly}`;
  if (!away) return undefined;
  const howLong = duration(Math.max(A_SECOND_MILLIS, nowMillis - away.sinceMillis));
  return `Zigbee2MQTT at ${name} has been out of reach for ${howLong}: ${brokerTrouble(away.trouble)}`;
}
