import { brokerTrouble } from "../../../../mqtt/broker-trouble.ts";
import { duration } from "../../../../shared/duration.ts";
import type { Away } from "./bridge-status.ts";
import type { BridgeAddress } from "./transport.ts";

const A_SECOND_MILLIS = 1_000;

/** Why nothing can be sent to a Zigbee2MQTT, for a person; undefined when it can be. */
export function unreachableWords(
  { name, whyDeaf }: Pick<BridgeAddress, "name" | "whyDeaf">,
  away: Away | undefined,
  nowMillis: number,
): string | undefined {
  if (whyDeaf !== undefined) return `${name} ${whyDeaf}`;
  if (!away) return undefined;
  const howLong = duration(Math.max(A_SECOND_MILLIS, nowMillis - away.sinceMillis));
  return `Zigbee2MQTT at ${name} has been out of reach for ${howLong}: ${brokerTrouble(away.trouble)}`;
}
