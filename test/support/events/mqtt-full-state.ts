import type { Gateway } from "../../../src/core/gateway/gateway.ts";
import type { ManualClock } from "../gateway/manual-clock.ts";
import { eventually } from "./mqtt-eventually.ts";
import { readForMqtt } from "./mqtt-fold.ts";
import type { MqttSubscriber } from "./mqtt-subscriber.ts";

const TURN_MILLIS = 4;

/**
 * Lets time pass until a client that asked for everything was told how everything is; gives how many messages that
 * took.
 */
export async function fullyResynced(
  { received }: MqttSubscriber,
  { gateway, clock }: { readonly gateway: Gateway; readonly clock: ManualClock },
): Promise<number> {
  const count = Object.values(readForMqtt(gateway.home, "")).flat().length;
  const known = received.length;
  await eventually(() => {
    clock.advance(TURN_MILLIS);
    return received.length - known;
  }).toBe(count);
  return count;
}
