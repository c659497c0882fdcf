import type { PublisherState } from "../../events/publisher.ts";
import { type BrokerAddress, nameOfBroker } from "../../mqtt/broker-address.ts";
import { brokerTrouble, isAnswer } from "../../mqtt/broker-trouble.ts";
import { log } from "./log.ts";

/** Tells when the broker that events go to is reached, and when it is away. */
export const logPublisher =
  (broker: BrokerAddress | undefined) =>
  (state: PublisherState): void => {
    const name = broker ? nameOfBroker(broker) : "the broker";
    if (state.connected) log(`Events go to ${name}.`);
    else if (isAnswer(state.reason)) log(`Events wait for ${name}: ${brokerTrouble(state.reason)}. Trying again.`);
    else log(`Events wait for ${name}: it cannot be reached (${state.reason}). Trying again.`);
  };
