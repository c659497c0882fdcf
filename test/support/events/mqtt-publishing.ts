import { onTestFinished } from "vitest";
import type { HomeContents } from "../../../src/core/home/model/contents.ts";
import { type BrokerAddress, parseBrokerUrl } from "../../../src/edges/mqtt/connection/broker-address.ts";
import {
  type Publisher,
  type PublisherOptions,
  type PublisherState,
  startPublisher,
} from "../../../src/edges/mqtt/publisher/publisher.ts";
import { IDENTITY } from "../home/empty-gateway.ts";
import { LoggedGateway, ORIGIN } from "./mqtt-gateway.ts";

interface PublishingOptions extends Partial<PublisherOptions> {
  readonly contents?: HomeContents;
  readonly remembered?: { readonly events: number; readonly length: number };
}

function brokerAddress(url: string): BrokerAddress {
  const address = parseBrokerUrl(url);
  if ("problem" in address) throw new Error(address.problem);
  return address;
}

/** A gateway that publishes to a broker, on a clock that the test drives; chance always waits as long as it may. */
export class PublishingGateway extends LoggedGateway {
  readonly states: PublisherState[] = [];
  readonly publisher: Publisher;

  constructor(url: string, { contents, remembered, ...options }: PublishingOptions = {}) {
    super(contents, remembered);
    this.publisher = startPublisher({
      address: brokerAddress(url),
      mac: IDENTITY.mac,
      home: this.gateway.home,
      messages: this.messages,
      clock: this.clock,
      random: () => 1,
      origin: () => ORIGIN,
      onState: (state) => this.states.push(state),
      ...options,
    });
    onTestFinished(() => this.publisher.stop());
  }
}
